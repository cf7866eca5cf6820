//! Telephone numbers and email addresses in a text.

/// A telephone number, whole or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phone {
    /// `405-555-0199`, or `None` if digits are missing or too many.
    pub number: Option<String>,
    pub start: usize,
    pub end: usize,
}

/// An email address, well formed or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Email {
    pub address: Option<String>,
    pub start: usize,
    pub end: usize,
}

/// Runs of digits with the signs people put into telephone numbers. A run with a comma, a dollar sign or one group only is none.
pub fn phones(text: &str) -> Vec<Phone> {
    let mut found = Vec::new();
    let mut at = 0;
    let bytes = text.as_bytes();
    while at < bytes.len() {
        let starts = bytes[at].is_ascii_digit()
            || (matches!(bytes[at], b'(' | b'+')
                && bytes.get(at + 1).is_some_and(u8::is_ascii_digit));
        let inside = at > 0
            && (bytes[at - 1].is_ascii_alphanumeric()
                || matches!(bytes[at - 1], b'$' | b'@' | b'/' | b','));
        if !starts || inside {
            at += 1;
            continue;
        }
        let end = phone_end(bytes, at);
        found.extend(phone(text, at, end));
        at = end.max(at + 1);
    }
    found
}

/// Words with an `@` in them.
pub fn emails(text: &str) -> Vec<Email> {
    let mut found = Vec::new();
    let mut start = 0;
    for word in text.split(|letter: char| {
        letter.is_whitespace() || matches!(letter, ',' | ';' | '<' | '>' | '(' | ')' | '"')
    }) {
        let clean = word
            .trim_end_matches(['.', '!', '?', ':', '\''])
            .trim_start_matches(['\'', ':']);
        // A lone "@" is short for "at".
        if clean.contains('@') && clean.len() > 1 {
            let offset = start + word.find(clean).unwrap_or(0);
            let address = is_email(clean).then(|| clean.to_owned());
            found.push(Email {
                address,
                start: offset,
                end: offset + clean.len(),
            });
        }
        start += word.len()
            + text[start + word.len()..]
                .chars()
                .next()
                .map_or(0, char::len_utf8);
    }
    found
}

fn is_email(word: &str) -> bool {
    let Some((user, host)) = word.split_once('@') else {
        return false;
    };
    let part = |text: &str| {
        !text.is_empty()
            && text.bytes().all(|byte| {
                byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_' | b'+')
            })
    };
    part(user)
        && part(host)
        && host.contains('.')
        && !host.starts_with('.')
        && !host.ends_with('.')
        && !host.contains("..")
}

fn phone_end(bytes: &[u8], start: usize) -> usize {
    let mut end = start;
    let mut at = start;
    while at < bytes.len() {
        let joins = match bytes[at] {
            byte if byte.is_ascii_digit() => {
                end = at + 1;
                true
            }
            b'+' | b'(' => at == start || bytes.get(at + 1).is_some_and(u8::is_ascii_digit),
            b')' | b'-' | b'.' | b' ' => bytes
                .get(at + 1)
                .is_some_and(|next| next.is_ascii_digit() || matches!(next, b' ' | b'(')),
            _ => false,
        };
        if !joins {
            break;
        }
        at += 1;
    }
    end
}

/// How many digits the number that begins here has, and in how many groups.
pub(crate) fn digits(text: &str, start: usize) -> (usize, usize) {
    let end = phone_end(text.as_bytes(), start);
    let groups = text[start..end]
        .split(|letter: char| !letter.is_ascii_digit())
        .filter(|group| !group.is_empty());
    groups.fold((0, 0), |(digits, count), group| {
        (digits + group.len(), count + 1)
    })
}

fn phone(text: &str, start: usize, end: usize) -> Option<Phone> {
    let raw = &text[start..end];
    let groups: Vec<&str> = raw
        .split(|letter: char| !letter.is_ascii_digit())
        .filter(|group| !group.is_empty())
        .collect();
    let digits: String = groups.concat();
    let ten = digits
        .strip_prefix('1')
        .filter(|rest| rest.len() == 10)
        .unwrap_or(&digits);
    let iso_date = groups.len() == 3 && groups[0].len() == 4;
    let joined =
        raw.contains('-') || raw.contains('(') || raw.contains('.') || raw.starts_with('+');
    let sums = raw.contains('.') && groups.len() == 2;
    if ten.len() == 10 && !iso_date && (groups.len() > 1 || digits.len() >= 10) {
        let number = format!("{}-{}-{}", &ten[..3], &ten[3..6], &ten[6..]);
        return Some(Phone {
            number: Some(number),
            start,
            end,
        });
    }
    let alike = groups.len() >= 2
        && joined
        && !iso_date
        && !sums
        && groups[0].len() == 3
        && digits.len() >= 6;
    alike.then_some(Phone {
        number: None,
        start,
        end,
    })
}
