"""The artwork of a layout as SVG: the template of an operator, its shapes and its checks."""
