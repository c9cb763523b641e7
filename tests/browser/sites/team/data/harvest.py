"""The harvest of an orchard."""
TREES = 12


# #region yield
def crop(area, height):
    return area * height / 2
# #endregion
