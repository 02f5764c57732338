import sys


def load(key):
    return {"a": 1}[key]


def main():
    try:
        load("b")
    except KeyError as error:
        raise LookupError("ledger 17 is missing") from error


if __name__ == "__main__":
    if "group" in sys.argv:
        raise ExceptionGroup("three went wrong", [ValueError("first"), TypeError("second")])
    if "ignored" in sys.argv:

        class Late:
            def __del__(self):
                raise ValueError("too late")

        Late()
        print("all is well")
    else:
        main()
