"""Adds."""


def add(left: int, right: int) -> int:
    """Add."""
    return left + right
