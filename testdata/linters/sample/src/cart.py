import os
import json


def total(items):
    x=[ 1,2,3 ]
    return sum(item.price for item in items) + undefined_rate


def add(a: int, b: str) -> int:
    c: int = "x"
    return a+b
