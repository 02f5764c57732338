//! What nobody caught in a program of D, as tests throw: `core.exception.AssertError@PATH.d(LINE): message`.

use crate::event::Place;
use crate::recognize::kit::lint::finding::{ends_in, position};

/// `core.exception.AssertError@source/app.d(5): no`.
pub(super) fn uncaught(text: &str) -> Option<(Place<'_>, &str)> {
    let (class, rest) = text.split_once('@')?;
    let named = class.contains('.')
        && ["Error", "Exception"].iter().any(|end| class.ends_with(end))
        && class.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'.' || byte == b'_');
    let (place, _, rest) = position(rest).filter(|(place, ..)| ends_in(place.file, &["d", "di"]))?;
    let message = rest.strip_prefix(' ').unwrap_or("uncaught");
    named.then_some((place, message))
}
