//! Thresholds of coverage that several recognizers read.

/// Reads `Error: 78.35% line coverage does not meet threshold of 99%.`, which `node --test` prints among its closing
/// diagnostics. See `postRun` in `lib/internal/test_runner/test.js` of node.
pub(in crate::recognize) fn node_says_too_little(text: &str) -> bool {
    let Some((measured, rest)) = text.strip_prefix("Error: ").and_then(|rest| rest.split_once("% ")) else {
        return false;
    };
    let Some((metric, bound)) = rest.split_once(" coverage does not meet threshold of ") else {
        return false;
    };
    let is_number = |text: &str| text.parse::<f64>().is_ok_and(f64::is_finite);
    is_number(measured)
        && ["line", "branch", "function"].contains(&metric)
        && bound.strip_suffix("%.").is_some_and(is_number)
}
