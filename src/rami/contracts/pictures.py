"""The drawings of the contract game: any value as a picture, as text for a terminal, and a card in words."""
