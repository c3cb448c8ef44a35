"""The painted table: from the drawing's data to shapes, from shapes to a picture, and from a touch back to an
action.
"""
