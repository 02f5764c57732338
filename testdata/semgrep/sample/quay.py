import os


def moor(rope):
    os.system("tie " + rope)
    print(rope)


def sail(
    name,
):
    os.system(
        "sail "
        + name
    )
