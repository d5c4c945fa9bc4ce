"""Any value of Rummikub as a picture and as text for a terminal, and a tile in words."""
