"""Pictures of values: the model of what is shown, and how it is drawn as SVG and written for a terminal."""
