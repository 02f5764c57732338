def rest():
    return 1
