//! Whatever the bytes: no panic, no endless work, and first failures told.
