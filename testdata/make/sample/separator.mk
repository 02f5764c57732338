all:
    echo spaces
