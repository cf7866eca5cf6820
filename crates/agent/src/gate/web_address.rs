/// The host of an address that our fetcher could follow: plain http or https, no user, nothing hidden. Whatever two
/// parsers could read differently has no host here.
pub(super) fn host(url: &str) -> Option<String> {
    let hidden =
        |c: char| c.is_whitespace() || c.is_control() || matches!(c, '\\' | '<' | '>' | '"' | '`');
    if url.contains(hidden) {
        return None;
    }
    let rest = url
        .strip_prefix("https://")
        .or_else(|| url.strip_prefix("http://"))?;
    let authority = &rest[..rest.find(['/', '?', '#']).unwrap_or(rest.len())];
    let (host, port) = authority.split_once(':').unwrap_or((authority, "443"));
    let numeric = !port.is_empty() && port.len() <= 5 && port.bytes().all(|b| b.is_ascii_digit());
    let label = |label: &str| {
        !label.is_empty()
            && label
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b == b'-')
    };
    (numeric && host.split('.').all(label)).then(|| host.to_ascii_lowercase())
}

/// Whether a text holds exactly this address, not a longer one that begins with it.
pub(super) fn stands_in(url: &str, text: &str) -> bool {
    let ends = |c: char| c.is_whitespace() || "<>\"'`()[]{},".contains(c);
    text.match_indices(url).any(|(at, _)| {
        let starts_here = text[..at].chars().next_back().is_none_or(ends);
        let after = text[at + url.len()..].trim_start_matches(['.', '!', '?', ':', ';']);
        let untouched = text[at + url.len()..].len() == after.len();
        let next = after.chars().next();
        // Punctuation after an address ends a sentence only where the sentence ends.
        starts_here && next.is_none_or(|c| ends(c) && (untouched || c.is_whitespace()))
    })
}
