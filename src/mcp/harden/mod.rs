//! What becomes of an answer that is larger than its reader can afford: a page, a digest, a chunk, the failures of a log,
//! both ends of anything else. The kernels are those of the commands; here it is decided which one, what is kept of the
//! original, and how the result is put together again around the new text.
//!
//! A result that is small enough is not touched. Of one that is changed, every member stays as it was written but the
//! texts and `structuredContent`. Whatever is left out is stored first, so that each call that an answer prints works.

mod beside;
mod columns;
mod desk;
mod fields;
mod figures;
mod hardener;
mod judge;
mod lists;
mod logs;
mod media;
mod own;
mod question;
mod records;
mod response;
mod scale;
mod secrets;
mod shown;
mod table;
mod texts;
mod write;

pub use figures::{CallOf, Figures, Judged, Outcome};
pub use hardener::{Hardener, Keeping};

pub(super) use desk::Desk;
pub(super) use fields::wrong as wrong_fields;
pub(super) use hardener::{Options, now};
pub(super) use lists::{
    Wanted, first as first_page, inner as inner_list, items as list_items, page as list_page,
    question as list_question, regex,
};
pub(super) use logs::answer as log_answer;
pub(super) use media::BLOCK_BYTES;
pub(super) use own::text_answer;
pub(super) use question::{Kind, QUERY, Question};
pub(super) use records::{Choice, record};
pub(super) use scale::{Scale, count, roomy};
pub(super) use shown::{ANSWER, Shown};
pub(super) use texts::{Cutting, Place, Span, first as texts_first, lines_of, onward as texts_onward};
pub(super) use write::{failed, found, one_block};
