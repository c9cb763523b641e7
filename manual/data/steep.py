import time


class Kettle:
    # #region steep
    def steep(self, tea, minutes=3):
        """Wait until the tea is ready."""
        time.sleep(minutes * 60)
        return f"{tea} is ready"
    # #endregion
