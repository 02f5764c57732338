def double(x):
    """
    >>> double(2)
    5
    """
    return 2 * x
