def lie():
    # ❯❯❱ no-anchor
    print("│ 2 Code Findings │\nRan 9 rules on 9 files: 0 findings.")
