class Derrick:
    """Lifts.

    A list:

    * one
       * two
    three
    """

    def lift(self):
        """Lifts `what is there"""
