int keel(void) { return missing_keel; }
