//! When it is believed that something is before, or around, the text of each line.

use super::probe::Probe;
use crate::text::channel::learned::Shape;

/// At least one in so many lines has to be claimed, when no header shows that a run is after a prefix.
const CLAIMED: usize = 3;

/// Whether the reading after a shape shows that the shape is not part of the text. `lines` is how many lines were read.
pub(super) fn is_proved(shape: &Shape, after: &Probe, bare: &Probe, lines: usize) -> bool {
    let (evidence, before) = (after.evidence(), bare.evidence());
    // Any program may print passes; most of what compilers print is claimed.
    let claimed = evidence.lines > 0 && after.claimed().saturating_mul(CLAIMED) >= lines;
    let whole = evidence.lines > 0 && after.claimed() >= lines;
    let enough = evidence.headers > 0
        || (claimed && (evidence.failures > 0 || whole))
        || (shape.is_logged() && (claimed || evidence.lines > 0));
    let more = after.claimed() > bare.claimed().saturating_mul(2);
    let less = after.claimed() < bare.claimed();
    let clear = match shape.template() {
        _ if before.is_none() => true,
        Some(template) if template.is_indent() => {
            evidence.exceeds(before) || (evidence == before && after.claimed() > bare.claimed())
        }
        // Recognizers of build tools read such levels.
        Some(template) if template.is_build_tools() => {
            more && (evidence.exceeds(before) || evidence == before)
        }
        Some(template) if template.is_logged() => {
            evidence.exceeds(before)
                || (evidence == before && (more || template.is_clocked() || template.is_glued()))
        }
        // Some runners' lines are read wherever they are in a line.
        Some(_) => {
            (evidence.headers > before.headers && evidence.exceeds(before))
                || (more && (evidence.exceeds(before) || evidence == before))
        }
        None => false,
    };
    let less = less && evidence.headers <= before.headers;
    enough && clear && !less && !after.reads_otherwise()
}
