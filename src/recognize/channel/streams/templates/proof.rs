//! When it is believed what is before, or round, the text of each line.

use super::probe::Probe;
use crate::text::channel::learned::Shape;

/// Of so many lines at least one has to be claimed where no header tells that a run is after a prefix.
const CLAIMED: usize = 3;

/// Whether what was read after a shape tells that it is no text of the lines, of which there were so many.
pub(super) fn is_proved(shape: &Shape, after: &Probe, bare: &Probe, lines: usize) -> bool {
    let (evidence, before) = (after.evidence(), bare.evidence());
    // Passes are printed by anybody; most of what compilers print is claimed.
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
