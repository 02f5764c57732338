//! The code pages of 256 characters with which UTF-8 is decoded by mistake: which character each byte from 0x80 on is.
//!
//! Sources: the tables of the Unicode Consortium for IBM's and Microsoft's pages and for Apple's Roman. Where page 1252
//! and similar ones have no character, Windows takes the control of the same number, and so does the table. The tables
//! are short; a library for encodings would have those of all pages.

use std::sync::OnceLock;

/// A code page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Page {
    /// Windows consoles in the United States.
    Cp437,
    /// Windows consoles in western Europe.
    Cp850,
    /// What Windows calls ANSI in the west.
    Cp1252,
    /// ISO 8859-1: each byte is the character of its number.
    Latin1,
    /// Apple's Roman.
    MacRoman,
    /// Windows consoles with Cyrillic letters.
    Cp866,
    /// What Windows calls ANSI for Cyrillic letters.
    Cp1251,
    /// What Windows calls ANSI in central Europe.
    Cp1250,
    /// Windows consoles in central Europe.
    Cp852,
}

/// The characters of a page in the order of their code points, each with its byte.
type Reverse = OnceLock<Vec<(char, u8)>>;

impl Page {
    /// All pages, the most frequent ones in logs first.
    pub(super) const ALL: [Self; 9] = [
        Self::Cp437,
        Self::Cp850,
        Self::Cp1252,
        Self::Latin1,
        Self::MacRoman,
        Self::Cp866,
        Self::Cp1251,
        Self::Cp1250,
        Self::Cp852,
    ];

    /// Its name in receipts.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Cp437 => "cp437",
            Self::Cp850 => "cp850",
            Self::Cp1252 => "cp1252",
            Self::Latin1 => "latin1",
            Self::MacRoman => "macroman",
            Self::Cp866 => "cp866",
            Self::Cp1251 => "cp1251",
            Self::Cp1250 => "cp1250",
            Self::Cp852 => "cp852",
        }
    }

    /// The byte of this character in the page.
    pub(super) fn byte(self, char: char) -> Option<u8> {
        static REVERSED: [Reverse; 8] = [const { Reverse::new() }; 8];
        let [cp437, cp850, cp1252, mac_roman, cp866, cp1251, cp1250, cp852] = &REVERSED;
        let (rows, reversed): (&[&str], &Reverse) = match self {
            _ if char.is_ascii() => return u8::try_from(char).ok(),
            Self::Latin1 => return u8::try_from(u32::from(char)).ok(),
            Self::Cp437 => (&CP437, cp437),
            Self::Cp850 => (&CP850, cp850),
            Self::Cp1252 => (&CP1252, cp1252),
            Self::MacRoman => (&MAC_ROMAN, mac_roman),
            Self::Cp866 => (&CP866, cp866),
            Self::Cp1251 => (&CP1251, cp1251),
            Self::Cp1250 => (&CP1250, cp1250),
            Self::Cp852 => (&CP852, cp852),
        };
        let sorted = reversed.get_or_init(|| {
            let chars = rows.iter().flat_map(|row| row.chars());
            let mut pairs: Vec<(char, u8)> = chars.zip(0x80..=u8::MAX).collect();
            pairs.sort_unstable();
            pairs
        });
        let at = sorted.binary_search_by_key(&char, |(char, _)| *char).ok()?;
        sorted.get(at).map(|(_, byte)| *byte)
    }
}

const CP437: [&str; 8] = [
    "ÇüéâäàåçêëèïîìÄÅ",
    "ÉæÆôöòûùÿÖÜ¢£¥₧ƒ",
    "áíóúñÑªº¿⌐¬½¼¡«»",
    "░▒▓│┤╡╢╖╕╣║╗╝╜╛┐",
    "└┴┬├─┼╞╟╚╔╩╦╠═╬╧",
    "╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀",
    "αßΓπΣσµτΦΘΩδ∞φε∩",
    "≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}",
];

const CP850: [&str; 8] = [
    "ÇüéâäàåçêëèïîìÄÅ",
    "ÉæÆôöòûùÿÖÜø£Ø×ƒ",
    "áíóúñÑªº¿®¬½¼¡«»",
    "░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐",
    "└┴┬├─┼ãÃ╚╔╩╦╠═╬¤",
    "ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀",
    "ÓßÔÒõÕµþÞÚÛÙýÝ¯´",
    "\u{ad}±‗¾¶§÷¸°¨·¹³²■\u{a0}",
];

const CP1252: [&str; 8] = [
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}",
    "\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ",
    "\u{a0}¡¢£¤¥¦§¨©ª«¬\u{ad}®¯",
    "°±²³´µ¶·¸¹º»¼½¾¿",
    "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏ",
    "ÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß",
    "àáâãäåæçèéêëìíîï",
    "ðñòóôõö÷øùúûüýþÿ",
];

const MAC_ROMAN: [&str; 8] = [
    "ÄÅÇÉÑÖÜáàâäãåçéè",
    "êëíìîïñóòôöõúùûü",
    "†°¢£§•¶ß®©™´¨≠ÆØ",
    "∞±≤≥¥µ∂∑∏π∫ªºΩæø",
    "¿¡¬√ƒ≈∆«»…\u{a0}ÀÃÕŒœ",
    "–—“”‘’÷◊ÿŸ⁄€‹›\u{fb01}\u{fb02}",
    "‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ",
    "\u{f8ff}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ",
];

const CP866: [&str; 8] = [
    "АБВГДЕЖЗИЙКЛМНОП",
    "РСТУФХЦЧШЩЪЫЬЭЮЯ",
    "абвгдежзийклмноп",
    "░▒▓│┤╡╢╖╕╣║╗╝╜╛┐",
    "└┴┬├─┼╞╟╚╔╩╦╠═╬╧",
    "╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀",
    "рстуфхцчшщъыьэюя",
    "ЁёЄєЇїЎў°∙·√№¤■\u{a0}",
];

const CP1251: [&str; 8] = [
    "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏ",
    "ђ‘’“”•–—\u{98}™љ›њќћџ",
    "\u{a0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{ad}®Ї",
    "°±Ііґµ¶·ё№є»јЅѕї",
    "АБВГДЕЖЗИЙКЛМНОП",
    "РСТУФХЦЧШЩЪЫЬЭЮЯ",
    "абвгдежзийклмноп",
    "рстуфхцчшщъыьэюя",
];

const CP1250: [&str; 8] = [
    "€\u{81}‚\u{83}„…†‡\u{88}‰Š‹ŚŤŽŹ",
    "\u{90}‘’“”•–—\u{98}™š›śťžź",
    "\u{a0}ˇ˘Ł¤Ą¦§¨©Ş«¬\u{ad}®Ż",
    "°±˛ł´µ¶·¸ąş»Ľ˝ľż",
    "ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎ",
    "ĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß",
    "ŕáâăäĺćçčéęëěíîď",
    "đńňóôőö÷řůúűüýţ˙",
];

const CP852: [&str; 8] = [
    "ÇüéâäůćçłëŐőîŹÄĆ",
    "ÉĹĺôöĽľŚśÖÜŤťŁ×č",
    "áíóúĄąŽžĘę¬źČş«»",
    "░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐",
    "└┴┬├─┼Ăă╚╔╩╦╠═╬¤",
    "đĐĎËďŇÍÎě┘┌█▄ŢŮ▀",
    "ÓßÔŃńňŠšŔÚŕŰýÝţ´",
    "\u{ad}˝˛ˇ˘§÷¸°¨˙űŘř■\u{a0}",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_page_has_each_byte_once() {
        for page in Page::ALL {
            let all = (0..=0x0001_0000_u32).filter_map(char::from_u32).filter_map(|char| page.byte(char));
            let mut bytes: Vec<u8> = all.collect();
            bytes.sort_unstable();
            assert_eq!(bytes, (0..=u8::MAX).collect::<Vec<u8>>(), "{}", page.name());
        }
    }

    #[test]
    fn well_known_characters_are_at_their_places() {
        for (page, char, byte) in [
            (Page::Cp437, 'Γ', 0xe2),
            (Page::Cp437, '├', 0xc3),
            (Page::Cp850, 'Ô', 0xe2),
            (Page::Cp1252, 'â', 0xe2),
            (Page::Cp1252, '€', 0x80),
            (Page::Cp1252, '\u{9d}', 0x9d),
            (Page::Latin1, '\u{9c}', 0x9c),
            (Page::MacRoman, '‚', 0xe2),
            (Page::MacRoman, '\u{f8ff}', 0xf0),
            (Page::Cp866, 'т', 0xe2),
            (Page::Cp1251, 'в', 0xe2),
            (Page::Cp1250, 'ś', 0x9c),
            (Page::Cp852, 'Ô', 0xe2),
        ] {
            assert_eq!(page.byte(char), Some(byte), "{} {char}", page.name());
        }
        assert_eq!(Page::Cp437.byte('✓'), None);
        assert_eq!(Page::Latin1.byte('Γ'), None);
    }
}
