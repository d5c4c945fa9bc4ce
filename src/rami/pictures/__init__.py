"""Pictures of values: the model of what is shown, drawn as SVG or written for a terminal."""
