"""How everything looks: colours, letters and sizes. Nothing here knows what is shown."""
