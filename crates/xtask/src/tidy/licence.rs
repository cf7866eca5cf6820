/// Whether an SPDX expression can be met with allowed licences alone. Old manifests write `/` for
/// `OR`. What cannot be read is not allowed.
pub(crate) fn is_allowed(expression: &str, allowed: &[String]) -> bool {
    let spaced = expression
        .replace('(', " ( ")
        .replace(')', " ) ")
        .replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut reader = Reader {
        words: &words,
        allowed,
    };
    reader.any() == Some(true) && reader.words.is_empty()
}

struct Reader<'a> {
    words: &'a [&'a str],
    allowed: &'a [String],
}

impl Reader<'_> {
    /// Terms joined by `OR`; `AND` binds tighter.
    fn any(&mut self) -> Option<bool> {
        let mut met = self.every()?;
        while self.take("OR") {
            met |= self.every()?;
        }
        Some(met)
    }

    fn every(&mut self) -> Option<bool> {
        let mut met = self.term()?;
        while self.take("AND") {
            met &= self.term()?;
        }
        Some(met)
    }

    fn term(&mut self) -> Option<bool> {
        if self.take("(") {
            let met = self.any()?;
            return self.take(")").then_some(met);
        }
        let mut licence = self.next()?.to_owned();
        if self.take("WITH") {
            licence = format!("{licence} WITH {}", self.next()?);
        }
        Some(self.allowed.contains(&licence))
    }

    fn take(&mut self, word: &str) -> bool {
        let found = self.words.first() == Some(&word);
        self.words = &self.words[usize::from(found)..];
        found
    }

    fn next(&mut self) -> Option<&str> {
        let (first, rest) = self.words.split_first()?;
        self.words = rest;
        Some(first)
    }
}
