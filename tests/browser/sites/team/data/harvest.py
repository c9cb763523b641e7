"""The harvest of an orchard."""
TREES = 12


# #region yield
def crop(area, height):
    return area * height / 2
# #endregion


class Press:
    """Presses apples."""

    # Fills one bottle.
    def fill(self, bottle):
        bottle.add("juice")
