use super::align::{Candidate, Words};
use super::describe;
use super::directory::Directory;
use super::{Conversation, Found, Resolution};
use crate::text::{Token, has_capitals, stem};
use crate::words::{is_common, is_stopword, state_code, state_name};

/// How much a city or a state beside a name says; a person says less, and a trade least.
const PLACE: usize = 4;

impl Directory {
    /// The one candidate that a place, a person or a trade in the sentence speaks for.
    pub(super) fn hinted(
        &self,
        close: &[&Candidate],
        words: &Words,
        tokens: &[Token],
    ) -> Option<usize> {
        if close.len() < 2 {
            return None;
        }
        let used = &close[0].positions;
        let mut points: Vec<usize> = close
            .iter()
            .map(|candidate| self.points(candidate.account, used, words, tokens))
            .collect();
        // "Birch Grove in Salem" may be how an account is called: then its name has used up the city, and nobody else is there.
        if points.iter().all(|points| *points < PLACE) {
            for (candidate, points) in close.iter().zip(&mut points) {
                *points += self.named_by_city(candidate, words) * PLACE;
            }
        }
        let most = points.iter().copied().max().filter(|most| *most > 0)?;
        let mut leaders = close
            .iter()
            .zip(&points)
            .filter(|(_, points)| **points == most);
        let leader = leaders.next()?.0;
        leaders.next().is_none().then_some(leader.account)
    }

    /// A whole name can be told by a word; a word of only one kind of hint is enough.
    fn points(&self, account: usize, used: &[usize], words: &Words, tokens: &[Token]) -> usize {
        let beside = &self.beside[account];
        let free: Vec<&str> = words
            .norms
            .iter()
            .enumerate()
            .filter(|(place, _)| !used.contains(place))
            .map(|(_, word)| word.as_str())
            .collect();
        let line = format!(" {} ", free.join(" "));
        let city = !beside.city.is_empty() && line.contains(&format!(" {} ", beside.city));
        let state = state_name(&beside.state)
            .is_some_and(|name| line.contains(&format!(" {} ", name.to_lowercase())))
            || tokens.iter().any(|token| {
                token.capital
                    && token.norm == beside.state
                    && token.end - token.start == 2
                    && token.norm != "in"
            });
        let said = |list: &[String]| {
            list.iter()
                .any(|word| word.len() > 2 && !is_stopword(word) && free.contains(&word.as_str()))
        };
        // "Our price" is no Ms. Price: whoever sets capitals sets them in names.
        let capitals = has_capitals(tokens);
        let person = |word: &String| {
            tokens
                .iter()
                .any(|token| token.norm == *word && (token.capital || !capitals))
        };
        let people: Vec<String> = beside
            .people
            .iter()
            .filter(|word| person(word))
            .cloned()
            .collect();
        usize::from(city) * PLACE
            + usize::from(state) * PLACE
            + usize::from(said(&people)) * 2
            + usize::from(said(&beside.trade))
    }

    /// 1 if the words that fit the name are also the account's city.
    fn named_by_city(&self, candidate: &Candidate, words: &Words) -> usize {
        let city = &self.beside[candidate.account].city;
        let fits: Vec<&str> = candidate
            .positions
            .iter()
            .map(|place| words.norms[*place].as_str())
            .collect();
        usize::from(
            !city.is_empty() && format!(" {} ", fits.join(" ")).contains(&format!(" {city} ")),
        )
    }

    /// "the Dayton one": a city that stands for the account in it.
    pub(super) fn by_city_alone(
        &self,
        text: &str,
        tokens: &[Token],
        conversation: &Conversation,
    ) -> Option<Found> {
        let (city, span) = city_phrase(self, text, tokens)?;
        let mut ids = self.ids(self.in_city(&city)?.iter().copied());
        let open: Vec<String> = ids
            .iter()
            .filter(|id| conversation.choices.contains(id))
            .cloned()
            .collect();
        if !open.is_empty() {
            ids = open;
        }
        let rule = "the account in that city";
        Some(match ids.as_slice() {
            [id] => Found::new(Resolution::One(id.clone()), Some(span), rule),
            _ => Found::new(Resolution::Ambiguous(ids), Some(span), rule),
        })
    }

    /// "the bakery in Salem": the only account of that trade in that city.
    pub(super) fn trade_in_city(&self, words: &Words, tokens: &[Token]) -> Option<Found> {
        let at = words.norms.iter().position(|word| word == "in")?;
        let city = (1..=3).rev().find_map(|length| {
            let name = words.norms.get(at + 1..at + 1 + length)?.join(" ");
            self.in_city(&name).map(|accounts| (accounts, length))
        });
        let (accounts, length) = city?;
        let before: Vec<String> = words.norms[at.saturating_sub(3)..at]
            .iter()
            .map(|word| stem(word))
            .collect();
        let fits = |account: &&usize| {
            self.beside[**account].trade.iter().any(|word| {
                before
                    .iter()
                    .any(|said| describe::same_trade(said, &stem(word)))
            })
        };
        match accounts.iter().filter(fits).collect::<Vec<_>>().as_slice() {
            [account] => {
                let places: Vec<usize> = (at.saturating_sub(1)..=at + length).collect();
                Some(Found::new(
                    Resolution::One(self.id(**account)),
                    Some(words.span(&places, tokens)),
                    "the trade and the city",
                ))
            }
            _ => None,
        }
    }

    /// "Salem's bakery", "the Portland vet": the only account of that trade or of such a name in the city before it. "A Portland
    /// vet" is any.
    pub(super) fn trade_of_city(&self, words: &Words, tokens: &[Token]) -> Option<Found> {
        let capitals = has_capitals(tokens);
        let city_at = |at: usize| {
            (1..=3).rev().find_map(|length| {
                let name = words.norms.get(at..at + length)?.join(" ");
                Some((self.in_city(&name)?, at + length))
            })
        };
        (0..words.norms.len()).find_map(|at| {
            let (accounts, after) = city_at(at)?;
            let first = words.token_of(at);
            let last = words.token_of(after - 1);
            let any = first.checked_sub(1).is_some_and(|before| {
                list!("a" "an" "any" "which" "what" "every" "all" "in")
                    .contains(&tokens[before].norm.as_str())
            });
            let named = tokens[first].capital || tokens[last].possessive || !capitals;
            let next = (after..words.norms.len().min(after + 2))
                .take_while(|place| !tokens[words.token_of(*place)].after_break);
            let said: Vec<(usize, String)> = next
                .map(|place| (place, stem(&words.norms[place])))
                .filter(|(place, said)| {
                    said.len() > 2 && *said == words.norms[*place]
                        || !words.norms[*place].ends_with('s')
                })
                .collect();
            let fits = |account: &&usize, said: &String| {
                let trades = self.beside[**account].trade.iter();
                let called = self.stems_of.get(said);
                trades
                    .map(|word| stem(word))
                    .any(|trade| describe::same_trade(said, &trade))
                    || called.is_some_and(|accounts| accounts.contains(account))
            };
            let hit = said.iter().find_map(|(place, said)| {
                let fitting: Vec<&usize> = accounts
                    .iter()
                    .filter(|account| fits(account, said))
                    .collect();
                match fitting.as_slice() {
                    [account] => Some((*place, **account)),
                    _ => None,
                }
            });
            let (place, account) = hit.filter(|_| named && !any)?;
            let places: Vec<usize> = (at..=place).collect();
            Some(Found::new(
                Resolution::One(self.id(account)),
                Some(words.span(&places, tokens)),
                "the trade and the city",
            ))
        })
    }

    /// An account by one of its people, if no name stands in the sentence.
    pub(super) fn person(&self, words: &Words, tokens: &[Token]) -> Option<Found> {
        let capitals = has_capitals(tokens);
        let mut people = self.people(words);
        people.retain(|candidate| {
            let first = words.token_of(candidate.positions[0]);
            let plain = candidate
                .positions
                .iter()
                .all(|place| is_stopword(&words.norms[*place]));
            let long =
                words.norms[candidate.positions[0]].len() > 2 || candidate.positions.len() > 1;
            long && !plain
                && candidate.quality > 0.96
                && (tokens[first].capital || !capitals)
                && !self.staff.contains(&tokens[first].norm)
        });
        let most = people
            .iter()
            .map(|candidate| candidate.positions.len())
            .max()?;
        people.retain(|candidate| candidate.positions.len() == most);
        let mention = Some(words.span(&people[0].positions, tokens));
        let accounts = self.ids(people.iter().map(|candidate| candidate.account));
        Some(match accounts.as_slice() {
            [account] => Found::new(
                Resolution::One(account.clone()),
                mention,
                "a contact's name",
            ),
            many => Found::new(
                Resolution::Ambiguous(many.to_vec()),
                mention,
                "several accounts have a contact of that name",
            ),
        })
    }

    /// "Who in Georgia do we insure": after "in" a word that is a state or a city is nobody's name.
    pub(super) fn is_in_place(
        &self,
        candidate: &Candidate,
        words: &Words,
        tokens: &[Token],
    ) -> bool {
        let [place] = candidate.positions.as_slice() else {
            return false;
        };
        let at = words.token_of(*place);
        at > 0
            && tokens[at - 1].norm == "in"
            && (state_code(&tokens[at].norm).is_some()
                || self.cities.contains_key(&tokens[at].norm))
    }

    /// "Mrs. Whitmore" names nobody by the initials MRS.
    pub(super) fn is_title(&self, candidate: &Candidate, words: &Words, tokens: &[Token]) -> bool {
        candidate.positions.iter().any(|place| {
            let at = words.token_of(*place);
            matches!(tokens[at].norm.as_str(), "mr" | "mrs" | "ms" | "dr")
                && !tokens[at].upper
                && tokens.get(at + 1).is_some_and(|next| next.capital)
        })
    }

    /// "The sap run" is none of Sawyer and Pike: whoever sets capitals sets them in initials too.
    pub(super) fn is_word(&self, candidate: &Candidate, words: &Words, tokens: &[Token]) -> bool {
        candidate.derived
            && has_capitals(tokens)
            && candidate
                .positions
                .iter()
                .all(|place| !tokens[words.token_of(*place)].capital)
    }

    /// Whether all that fits is one word from within a name, in small letters.
    pub(super) fn is_inner(&self, candidate: &Candidate, words: &Words, tokens: &[Token]) -> bool {
        let [place] = candidate.positions.as_slice() else {
            return false;
        };
        !candidate.full && !candidate.head && !tokens[words.token_of(*place)].capital
    }

    /// Whether the words that fit are enough to mean an account at all.
    pub(super) fn distinctive(
        &self,
        candidate: &Candidate,
        words: &Words,
        tokens: &[Token],
    ) -> bool {
        let capital = |place: &usize| tokens[words.token_of(*place)].capital;
        let whole: Vec<&String> = candidate
            .positions
            .iter()
            .map(|place| &words.norms[*place])
            .filter(|word| !self.is_clipped(word))
            .collect();
        if whole.is_empty() {
            return false;
        }
        // A town that lends its name to one account alone says as much as any other word of it.
        let alone = |word: &&String| {
            !is_common(word) && self.is_single(word) && self.is_own_city(word, candidate.account)
        };
        let telling = candidate
            .positions
            .iter()
            .any(|place| self.tells(&words.norms[*place]))
            || whole.iter().any(alone);
        let counted = candidate
            .positions
            .iter()
            .filter(|place| !is_stopword(&words.norms[**place]))
            .count();
        let shouted = candidate.positions.iter().any(capital);
        let no_capitals = !has_capitals(tokens);
        // A number is no name: "top 3" does not mean Three Oaks.
        let number = |place: &usize| {
            words.norms[*place]
                .bytes()
                .all(|byte| byte.is_ascii_digit())
        };
        if candidate.positions.iter().all(number) && !candidate.full {
            return false;
        }
        if candidate.full {
            return telling || counted > 1 || shouted;
        }
        let rare =
            |word: &&String| word.len() > 4 && candidate.quality > 0.96 && self.is_single(word);
        match counted {
            0 => false,
            1 => {
                telling
                    && (candidate.head || shouted || whole.iter().all(rare))
                    && (shouted || no_capitals)
            }
            _ => (telling || candidate.head) && (shouted || no_capitals),
        }
    }
}

/// "Sing me a song" is nobody called Sign, and "sign us up" neither: what has "me" as its object is a verb. A word that is only
/// near a name is one before "a" too.
pub(super) fn is_verb(candidate: &Candidate, words: &Words, tokens: &[Token]) -> bool {
    let [place] = candidate.positions.as_slice() else {
        return false;
    };
    let at = words.token_of(*place);
    let Some(next) = tokens.get(at + 1) else {
        return false;
    };
    let object = list!("me" "us" "him" "them" "myself").contains(&next.norm.as_str());
    let article =
        candidate.slips > 0 && list!("a" "an" "my" "your" "some").contains(&next.norm.as_str());
    tokens[at].starts_sentence && !tokens[at].possessive && !next.after_break && (object || article)
}

/// "Who runs a daycare": one of a kind, whoever has the word in its name.
pub(super) fn is_one_of_many(candidate: &Candidate, words: &Words, tokens: &[Token]) -> bool {
    let small = |place: &usize| !tokens[words.token_of(*place)].capital;
    let first = candidate.positions.iter().min();
    let article = first.and_then(|first| words.token_of(*first).checked_sub(1));
    !candidate.full
        && candidate.positions.iter().all(small)
        && article.is_some_and(|at| {
            list!("a" "an" "any" "another" "every").contains(&tokens[at].norm.as_str())
        })
}

/// `the Dayton one`, `the one in Dayton`.
fn city_phrase(
    directory: &Directory,
    text: &str,
    tokens: &[Token],
) -> Option<(String, (usize, usize))> {
    for at in 0..tokens.len() {
        for length in 1..=3 {
            let Some(run) = tokens.get(at..at + length) else {
                continue;
            };
            let city = run
                .iter()
                .map(|token| token.norm.as_str())
                .collect::<Vec<_>>()
                .join(" ");
            if !directory.has_city(&city) {
                continue;
            }
            let word = |place: Option<usize>| {
                place
                    .and_then(|place| tokens.get(place))
                    .map_or("", |token| token.norm.as_str())
            };
            let before = word(at.checked_sub(1));
            let after = word(Some(at + length));
            let leading =
                before == "the" && matches!(after, "one" | "account" | "office" | "location");
            let trailing = before == "in"
                && word(at.checked_sub(2)) == "one"
                && word(at.checked_sub(3)) == "the";
            if leading || trailing {
                let end = if leading {
                    tokens[at + length].end
                } else {
                    tokens[at + length - 1].end
                };
                let start = if leading {
                    tokens[at - 1].start
                } else {
                    tokens[at - 3].start
                };
                debug_assert!(end <= text.len());
                return Some((city, (start, end)));
            }
        }
    }
    None
}
