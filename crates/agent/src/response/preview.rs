//! The words of an answer in the structured protocol while it is still being written. Only a preview: what counts is how the
//! whole is read. Whatever is not plainly the format shows nothing.

/// Follows an answer piece by piece and gives out what it says to the person.
#[derive(Debug, Default)]
pub struct Preview {
    place: Place,
    /// What stands before the first object.
    lead: String,
    key: String,
    /// What follows a backslash so far.
    escape: Option<String>,
    /// The first half of a letter that is written as two.
    half: Option<u16>,
    /// Whether this message says something by now, and whether any does.
    begun: bool,
    any: bool,
    /// Blanks that count if something follows them.
    held: String,
}

/// Where in the format the text is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Place {
    /// Before the first object.
    #[default]
    Before,
    /// In the object, between its fields.
    Fields,
    /// In the name of a field.
    Key,
    /// After the name of a field.
    Colon,
    /// Before the value of a field.
    Value,
    /// In the list of messages.
    List,
    /// In a message.
    Text { listed: bool },
    /// In a value that says nothing to anybody.
    Skipped {
        depth: u32,
        text: bool,
        escaped: bool,
    },
    /// Behind the object, or where nothing can be told of it.
    Over,
}

impl Preview {
    /// What this piece adds to what is said.
    pub fn push(&mut self, piece: &str) -> String {
        let mut said = String::new();
        for letter in piece.chars() {
            self.place = self.next(letter, &mut said);
        }
        said
    }

    fn next(&mut self, letter: char, said: &mut String) -> Place {
        match (self.place, letter) {
            (Place::Before, '{') if !self.thinks() => Place::Fields,
            (Place::Before, _) => {
                self.lead.push(letter);
                Place::Before
            }
            (Place::Text { listed }, _) => self.text(listed, letter, said),
            (
                Place::Skipped {
                    depth,
                    text,
                    escaped,
                },
                _,
            ) => skipped((depth, text, escaped), letter),
            (Place::Key, '"') => Place::Colon,
            (Place::Key, '\\') | (Place::Over, _) => Place::Over,
            (Place::Key, _) => {
                self.key.push(letter);
                Place::Key
            }
            (place, _) if letter.is_whitespace() => place,
            (Place::Fields, '"') => {
                self.key.clear();
                Place::Key
            }
            (Place::Fields, ',') => Place::Fields,
            (Place::Colon, ':') => Place::Value,
            (Place::Value, '[') if self.is_said() => Place::List,
            (Place::Value, '"') if self.is_said() => Place::Text { listed: false },
            (Place::Value, _) if !self.is_said() => skipped((0, false, false), letter),
            (Place::List, '"') => Place::Text { listed: true },
            (Place::List, ',') => Place::List,
            (Place::List, ']') => Place::Fields,
            (Place::Fields | Place::Colon | Place::Value | Place::List, _) => Place::Over,
        }
    }

    /// Some models think aloud before they answer.
    fn thinks(&self) -> bool {
        self.lead.trim_start().starts_with("<think>") && !self.lead.contains("</think>")
    }

    fn is_said(&self) -> bool {
        matches!(self.key.as_str(), "messages" | "message")
    }

    fn text(&mut self, listed: bool, letter: char, said: &mut String) -> Place {
        let here = Place::Text { listed };
        if let Some(mut escape) = self.escape.take() {
            escape.push(letter);
            let whole = match escape.as_bytes()[0] {
                b'u' => escape.len() >= 5,
                _ => true,
            };
            if !whole {
                self.escape = Some(escape);
                return here;
            }
            return match self.unescaped(&escape) {
                Some(letter) => {
                    letter.into_iter().for_each(|letter| self.say(letter, said));
                    here
                }
                None => Place::Over,
            };
        }
        match letter {
            '\\' => self.escape = Some(String::new()),
            // Half a letter cannot stand alone.
            _ if self.half.is_some() => return Place::Over,
            '"' => {
                self.held.clear();
                self.begun = false;
                return match listed {
                    true => Place::List,
                    false => Place::Fields,
                };
            }
            _ => self.say(letter, said),
        }
        here
    }

    /// The letter that an escape stands for, which may be half of one. Nothing if it stands for none.
    fn unescaped(&mut self, escape: &str) -> Option<Option<char>> {
        if let Some(digits) = escape.strip_prefix('u') {
            let unit = u16::from_str_radix(digits, 16).ok()?;
            let units = [self.half.take(), Some(unit)].into_iter().flatten();
            let mut letters = char::decode_utf16(units.collect::<Vec<_>>());
            return match letters.next()? {
                Ok(letter) => Some(Some(letter)),
                Err(_) if (0xd800..0xdc00).contains(&unit) => {
                    self.half = Some(unit);
                    Some(None)
                }
                Err(_) => None,
            };
        }
        let letter = match escape {
            "n" => '\n',
            "t" => '\t',
            "r" => '\r',
            "b" => '\u{8}',
            "f" => '\u{c}',
            "\"" => '"',
            "\\" => '\\',
            "/" => '/',
            _ => return None,
        };
        self.half.is_none().then_some(Some(letter))
    }

    /// Messages are parted by a line, and blanks around them are not theirs.
    fn say(&mut self, letter: char, said: &mut String) {
        if letter.is_whitespace() {
            if self.begun {
                self.held.push(letter);
            }
            return;
        }
        if !self.begun && self.any {
            said.push_str("\n\n");
        }
        (self.begun, self.any) = (true, true);
        said.push_str(&self.held);
        self.held.clear();
        said.push(letter);
    }
}

/// One letter further in a value that is skipped.
fn skipped((depth, text, escaped): (u32, bool, bool), letter: char) -> Place {
    let go_on = |depth, text, escaped| Place::Skipped {
        depth,
        text,
        escaped,
    };
    match (text, letter) {
        (true, _) if escaped => go_on(depth, true, false),
        (true, '\\') => go_on(depth, true, true),
        (true, '"') if depth == 0 => Place::Fields,
        (_, '"') => go_on(depth, !text, false),
        (true, _) => go_on(depth, true, false),
        (false, '{' | '[') => go_on(depth.saturating_add(1), false, false),
        (false, '}' | ']') if depth == 0 => Place::Over,
        (false, '}' | ']') if depth == 1 => Place::Fields,
        (false, '}' | ']') => go_on(depth - 1, false, false),
        (false, ',') if depth == 0 => Place::Fields,
        (false, _) => go_on(depth, false, false),
    }
}

#[cfg(test)]
#[path = "preview_tests.rs"]
mod tests;
