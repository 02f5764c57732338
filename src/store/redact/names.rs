//! Names of keys: which of them hold a secret, and which only have to do with one.

use super::escapes::{run, word_start};

/// What the telling part of a name is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// `password`, `passwd`, `passphrase`: people choose the value.
    Password,
    /// `pass`, `pwd`: the same, but the word means other things as well.
    Pass,
    /// `token`, `secret`, `credential`: a machine made the value.
    Token,
    /// `key`, which means most things.
    Key,
}

/// How surely a name is that of a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sure {
    /// It is the name of something else.
    No,
    /// Nothing speaks against it.
    Perhaps,
    /// Its words say so.
    Yes,
}

/// A name in a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Name<'a> {
    /// Where it begins and ends.
    pub(super) start: usize,
    pub(super) end: usize,
    /// What comes before the telling part, the part itself, and what comes after it.
    head: &'a [u8],
    reported: &'a [u8],
    tail: &'a [u8],
}

/// The most bytes before and after the telling part.
const HEAD: usize = 64;
const TAIL: usize = 24;
/// What a key is about that only has to do with a secret.
const ABOUT: &str = "id name type count length len size index url uri path file expir hash ttl policy version kind \
    error endpoint field format arn lifetime checksum";
/// What may be after `key` and leaves it a key.
const STILL_A_KEY: &str = "base b64 base64 hex value pem data";
/// Words before `pass` that make it a password without a sign between.
const PASS_OF: &str = "db root user ftp smtp mail mysql pg redis admin sudo";
/// Words before `key` that say that it is a secret; the first twelve also without a sign between, as in `apikey`.
const SECRET_KEYS: &str = "api access secret private priv auth authorization app application master encryption encrypt \
    encrypted decryption cipher crypto signing sign signature license licence account client service \
    server admin deploy shared subscription integration webhook session jwt token hmac aes rsa ssh \
    ssl tls gpg pgp dev developer consumer security login bot sdk rest ingest push storage \
    instrumentation registration host functions validation";
/// The same for a word of its own: `API key`.
const KEY_OF: &str = "api access secret private auth master encryption license unseal recovery";
/// Services whose keys are known by their names alone.
const SERVICES: &str = "adafruit adobe adyen airtable algolia alibaba anthropic asana beamer bitbucket bittrex cloudflare codecov \
    cohere coinbase confluent contentful datadog deepseek discord droneci dropbox duffel etsy facebook fastly finicity \
    finnhub flickr flutterwave freshbooks gemini github gitlab gitter gocardless grafana groq heroku hubspot infracost \
    intercom jfrog artifactory kraken kucoin launchdarkly linear linkedin lob looker mailchimp mailgun mapbox mattermost \
    maxmind meraki messagebird mistral netlify newrelic relic nytimes okta openai openrouter pagerduty paypal plaid \
    planetscale postman privateai pusher rapidapi razorpay replicate rollbar segment sendbird sendgrid sendinblue sentry \
    shippo shodan shopify sidekiq slack snyk sonar sonarqube squarespace stripe sumologic sumo supabase telegram travis trello \
    twilio twitch twitter typeform vault vercel virustotal yandex zendesk zoom";
/// Words before `key` that say that it is none.
const OTHER_KEYS: &str = "cache public pub primary foreign sort partition object bucket idempotency idx index natural \
    schema sequence hot map hash group routing row translation message msg unique lookup restore \
    build file field column data context state store item node query param label tag resource entity \
    issue project dedup dedupe composite shard range event record meta arrow enter escape shift tab \
    control ctrl alt delete modifier locale type kind attribute property env json yaml form route \
    menu component react element child parent old new prev next first last min max missing unknown \
    invalid duplicate expected actual wrong bad same mon tur hoc joc don whis lac short storybook \
    snapshot";
/// Words before `token` or `secret` that only ask for one.
const ASKED_FOR: [&[u8]; 5] = [b"unexpected ", b"expected ", b"unknown ", b"invalid ", b"found "];

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.')
}

/// The last word of a text: letters of one case, or with one capital before them.
fn last_word(text: &[u8]) -> &[u8] {
    let letters = text.iter().rev().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let letters = text.get(text.len().saturating_sub(letters)..).unwrap_or_default();
    let small = letters.iter().rev().take_while(|byte| byte.is_ascii_lowercase()).count();
    if small == 0 || small == letters.len() {
        return letters;
    }
    letters.get(letters.len().saturating_sub(small).saturating_sub(1)..).unwrap_or_default()
}

/// The words of a list.
fn listed(list: &str) -> impl Iterator<Item = &[u8]> {
    list.as_bytes().split(|byte| *byte == b' ')
}

fn is_in(word: &[u8], list: &str) -> bool {
    listed(list).any(|known| known.eq_ignore_ascii_case(word))
}

impl<'a> Name<'a> {
    /// The name whose telling part lies from `start` to `end`.
    pub(super) fn around(text: &'a [u8], start: usize, end: usize) -> Option<Self> {
        let first = word_start(text, start, HEAD, is_name);
        let tail = run(text, end, TAIL, |byte| is_name(byte) && byte != b'.');
        let last = end.saturating_add(tail);
        Some(Self {
            start: first,
            end: last,
            head: text.get(first..start)?,
            reported: text.get(start..end)?,
            tail: text.get(end..last)?,
        })
    }

    /// Whether it is written as a variable of the environment is: without small letters.
    pub(super) fn is_capital(&self) -> bool {
        !self.reported.iter().any(u8::is_ascii_lowercase)
    }

    /// Whether it is an option of a command.
    pub(super) fn is_option(&self) -> bool {
        self.head.starts_with(b"-")
    }

    /// Whether it is that of a service whose tokens are short ones, too.
    pub(super) fn is_of_service(&self) -> bool {
        let separators = self.head.iter().rev().take_while(|byte| !byte.is_ascii_alphanumeric()).count();
        let bare = self.head.get(..self.head.len().saturating_sub(separators)).unwrap_or_default();
        !bare.is_empty() && is_in(last_word(bare), SERVICES)
    }

    /// Whether nothing is before the telling part.
    pub(super) fn is_bare(&self) -> bool {
        self.head.is_empty() && self.tail.is_empty()
    }

    /// Whether the telling part goes on as another word: `tokenizer`, `SECRETARY`.
    fn goes_on(&self) -> bool {
        let next = self.tail.first().copied().unwrap_or(b' ');
        let last = self.reported.last().copied().unwrap_or(b' ');
        let plural = matches!(self.tail, [b's' | b'S'] | [b's' | b'S', b'_' | b'-', ..]);
        !plural
            && ((last.is_ascii_lowercase() && next.is_ascii_lowercase())
                || (last.is_ascii_uppercase() && next.is_ascii_uppercase()))
    }

    /// What comes after the telling part, without a separator.
    fn rest(&self) -> &[u8] {
        self.tail.strip_prefix(b"_").or_else(|| self.tail.strip_prefix(b"-")).unwrap_or(self.tail)
    }

    fn is_about(&self) -> bool {
        let rest = self.rest();
        let begins = |about: &[u8]| {
            rest.get(..about.len()).is_some_and(|beginning| beginning.eq_ignore_ascii_case(about))
                // `identity` is no id, `ids` are.
                && !rest
                    .get(about.len())
                    .is_some_and(|byte| byte.is_ascii_lowercase() && *byte != b's' && about.len() < 3)
        };
        listed(ABOUT).any(begins)
    }

    /// Whether only a number or a form comes after the telling part.
    fn is_last(&self) -> bool {
        let rest = self.rest();
        let number = rest.len() <= 3 && rest.iter().all(u8::is_ascii_digit);
        let plural = matches!(self.tail, b"s" | b"S") && !self.head.is_empty();
        number || plural || (rest.len() < self.tail.len() && is_in(rest, STILL_A_KEY)) || self.tail == b"Data"
    }

    /// How surely it is the name of a secret.
    pub(super) fn sure(&self, text: &[u8], word: Word) -> Sure {
        if self.is_about() || self.goes_on() {
            return Sure::No;
        }
        match word {
            Word::Password => Sure::Yes,
            Word::Token => {
                let near = text.get(self.start.saturating_sub(12)..self.start).unwrap_or_default();
                let asked = self.head.is_empty() && ASKED_FOR.iter().any(|word| near.ends_with(word));
                if asked { Sure::No } else { Sure::Yes }
            }
            Word::Pass if !self.is_last() => Sure::No,
            Word::Pass => {
                // `bypass` and `compass` are other words.
                let glued = self.head.last().is_some_and(u8::is_ascii_alphanumeric);
                let camel = self.reported.first().is_some_and(u8::is_ascii_uppercase)
                    && self.head.last().is_some_and(u8::is_ascii_lowercase);
                if !glued || camel || is_in(last_word(self.head), PASS_OF) { Sure::Yes } else { Sure::No }
            }
            Word::Key if !self.is_last() => Sure::No,
            Word::Key if self.head.is_empty() => self.after_word(text),
            Word::Key => self.sure_of_key(),
        }
    }

    /// What the word before `key` says of it: `API key`, `Secret Key`.
    fn after_word(&self, text: &[u8]) -> Sure {
        let near = text.get(self.start.saturating_sub(TAIL)..self.start).unwrap_or_default();
        let word = near.strip_suffix(b" ").map_or(&[][..], last_word);
        if is_in(word, KEY_OF) { Sure::Yes } else { Sure::No }
    }

    fn sure_of_key(&self) -> Sure {
        let separators = self.head.iter().rev().take_while(|byte| !byte.is_ascii_alphanumeric()).count();
        let bare = self.head.get(..self.head.len().saturating_sub(separators)).unwrap_or_default();
        let digits = bare.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        let word = last_word(bare.get(..bare.len().saturating_sub(digits)).unwrap_or_default());
        let glued = separators == 0 && self.reported.first().is_some_and(u8::is_ascii_lowercase);
        if word.is_empty() || is_in(word, OTHER_KEYS) {
            Sure::No
        } else if is_in(word, SECRET_KEYS) || (!glued && is_in(word, SERVICES)) {
            Sure::Yes
        } else if glued {
            // `apikey` is one, `monkey` none.
            let known = |known: &[u8]| {
                known.len() > 2
                    && word.len() > known.len()
                    && word
                        .get(word.len().saturating_sub(known.len())..)
                        .is_some_and(|end| end.eq_ignore_ascii_case(known))
            };
            if listed(SECRET_KEYS).take(12).any(known) { Sure::Yes } else { Sure::No }
        } else {
            Sure::Perhaps
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sure(text: &str, reported: &str, word: Word) -> Sure {
        let start = text.rfind(reported).unwrap();
        let name = Name::around(text.as_bytes(), start, start + reported.len()).unwrap();
        name.sure(text.as_bytes(), word)
    }

    #[test]
    fn the_words_before_key_tell_what_key_it_is() {
        for (name, reported, wanted) in [
            ("api_key", "key", Sure::Yes),
            ("apikey", "key", Sure::Yes),
            ("apiKey", "Key", Sure::Yes),
            ("X-Api-Key", "Key", Sure::Yes),
            ("RAILS_MASTER_KEY", "KEY", Sure::Yes),
            ("DD_APP_KEY", "KEY", Sure::Yes),
            ("ENCRYPTION_KEY_2", "KEY", Sure::Yes),
            ("FOO_KEY", "KEY", Sure::Perhaps),
            ("key", "key", Sure::No),
            ("cache-key", "key", Sure::No),
            ("public_key", "key", Sure::No),
            ("primaryKey", "Key", Sure::No),
            ("monkey", "key", Sure::No),
            ("MONKEY", "KEY", Sure::No),
            ("api_key_id", "key", Sure::No),
            ("keyboard", "key", Sure::No),
        ] {
            assert_eq!(sure(name, reported, Word::Key), wanted, "{name}");
        }
    }

    #[test]
    fn a_word_that_goes_on_is_another_word() {
        for (name, reported, word, wanted) in [
            ("tokenizer", "token", Word::Token, Sure::No),
            ("SECRETARY", "SECRET", Word::Token, Sure::No),
            ("secrets", "secret", Word::Token, Sure::Yes),
            ("SECRET_KEY_BASE", "SECRET", Word::Token, Sure::Yes),
            ("token_id", "token", Word::Token, Sure::No),
            ("bypass", "pass", Word::Pass, Sure::No),
            ("DB_PASS", "PASS", Word::Pass, Sure::Yes),
            ("dbpass", "pass", Word::Pass, Sure::Yes),
            ("smtpPass", "Pass", Word::Pass, Sure::Yes),
            ("password2", "password", Word::Password, Sure::Yes),
        ] {
            assert_eq!(sure(name, reported, word), wanted, "{name}");
        }
    }
}
