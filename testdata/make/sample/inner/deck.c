int deck(void) { return missing_deck; }
