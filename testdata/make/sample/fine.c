int fine(void) { return 1; }
