"""The drawings of card Rami: any value as a picture, as text for a terminal, and a card in words."""
