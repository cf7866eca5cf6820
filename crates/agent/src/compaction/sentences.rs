//! Sentences of what people write, with and without full stops.

/// A longer one is cut where a clause ends.
const LONGEST: usize = 280;

/// Words whose full stop ends nothing.
const ABBREVIATIONS: &[&str] = &[
    "mr", "mrs", "ms", "dr", "prof", "st", "no", "nr", "vs", "etc", "e.g", "i.e", "z.b", "p.m",
    "a.m", "approx", "inc", "ltd", "apt", "ave", "rd", "blvd", "str", "jan", "feb", "mar", "apr",
    "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "ca", "tel", "fig", "vol", "art",
];

/// The sentences of a text, in order, without white space around them.
pub(super) fn sentences(text: &str) -> Vec<&str> {
    text.lines()
        .flat_map(of_line)
        .flat_map(clauses)
        .map(str::trim)
        .filter(|sentence| sentence.chars().any(char::is_alphanumeric))
        .collect()
}

fn of_line(line: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    for (at, c) in line.char_indices() {
        let end = at + c.len_utf8();
        let next = line[end..].chars().next();
        let ends = match c {
            '。' | '！' | '？' => true,
            '!' | '?' | '…' => next.is_none_or(char::is_whitespace),
            '.' => next.is_none_or(char::is_whitespace) && !is_abbreviation(&line[start..at]),
            _ => false,
        };
        if ends {
            found.push(&line[start..end]);
            start = end;
        }
    }
    found.push(&line[start..]);
    found
}

fn is_abbreviation(before: &str) -> bool {
    let word = before.rsplit(char::is_whitespace).next().unwrap_or("");
    let word = word.trim_start_matches(|c: char| !c.is_alphanumeric());
    let single = word.chars().count() == 1 && word.chars().all(char::is_alphabetic);
    let lower = word.to_lowercase();
    // A street is often written so: `Lindenstr. 27`.
    single || lower.ends_with("str") || ABBREVIATIONS.contains(&lower.as_str())
}

fn clauses(sentence: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = sentence;
    while let Some((limit, _)) = rest.char_indices().nth(LONGEST) {
        let window = &rest[..limit];
        let cut = ["; ", " - ", " – ", ", ", " "]
            .iter()
            .find_map(|end| window.rfind(end).filter(|at| *at > limit / 3));
        let cut = cut.map_or(limit, |at| at + 1);
        found.push(&rest[..cut]);
        rest = &rest[cut..];
    }
    found.push(rest);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_end_where_people_end_them() {
        for (text, expected) in [
            (
                "Hi. The code is 4471! ok? bye",
                vec!["Hi.", "The code is 4471!", "ok?", "bye"],
            ),
            (
                "Ask Dr. Brown at 5 p.m. today.",
                vec!["Ask Dr. Brown at 5 p.m. today."],
            ),
            (
                "It costs 1.200 at a.b@c.example. Fine",
                vec!["It costs 1.200 at a.b@c.example.", "Fine"],
            ),
            ("one\ntwo\n\n- three", vec!["one", "two", "- three"]),
            ("Lindenstr. 27 please", vec!["Lindenstr. 27 please"]),
            ("はい。明日です。", vec!["はい。", "明日です。"]),
            (" ... !", vec![]),
        ] {
            assert_eq!(sentences(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_text_without_an_end_is_cut_at_clauses() {
        let text = "the van is red, ".repeat(60);
        let parts = sentences(&text);
        assert!(parts.len() > 2);
        assert!(
            parts
                .iter()
                .all(|part| part.chars().count() <= LONGEST && part.starts_with("the van"))
        );
    }
}
