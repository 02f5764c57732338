//! Versions of the protocol that weir itself answers in.

/// The version without sessions.
pub const MODERN: &str = "2026-07-28";
/// The newest version with sessions.
pub const NEWEST_WITH_SESSIONS: &str = "2025-11-25";
/// The versions with sessions, the newest first.
pub const WITH_SESSIONS: [&str; 4] = [NEWEST_WITH_SESSIONS, "2025-06-18", "2025-03-26", "2024-11-05"];
