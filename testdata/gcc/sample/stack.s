.globl main
main:
    ret
