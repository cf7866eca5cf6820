//! Reads when accounts renew, were opened or were last heard of.

use jiff::ToSpan;
use jiff::civil::Date;

use super::Filter;
use super::parse::Reader;
use crate::dates::{self, Lean, Stretch};
use crate::numbers;
use crate::text::stem;

impl Reader<'_> {
    /// Renewals, new accounts and quiet ones.
    pub(super) fn times(&mut self) {
        let stretch = dates::stretch(self.tokens, self.today);
        let renewal = self.tokens.iter().any(|token| {
            list!("renew" "renews" "renewal" "renewals" "renewing" "expire" "expires" "expiring").contains(&token.norm.as_str())
        });
        let created = self.any(list!(
            "created" "added" "opened" "came in" "new accounts" "inquired" "joined" "started" "did we open" "we open"
            "did we add" "did we create" "take on" "took on" "brought in" "came on" "signed up" "new clients"
            "new prospects" "new business" "onboarded" "came to us" "come to us" "came aboard" "start with us" "became"
        ));
        if self.quiet() {
            let since = self
                .ago()
                .or_else(|| self.since())
                .or(stretch.map(|stretch| stretch.from))
                .or_else(|| self.today.checked_sub(30.days()).ok());
            self.filters.extend(since.map(Filter::QuietSince));
            return;
        }
        let Some(wanted) = self.bounded().or(stretch) else {
            return;
        };
        if renewal {
            self.filters.retain(
                |filter| !matches!(filter, Filter::Stage { any, .. } if any == &["Renewal Due"]),
            );
            self.filters.push(Filter::Renewal(wanted));
        } else if created {
            let past = self.since().map(|from| Stretch {
                from,
                to: self.today,
            });
            let after = self.any(&["since", "after"]);
            self.filters
                .push(Filter::Created(past.filter(|_| after).unwrap_or(wanted)));
        }
    }

    /// Whether silence is asked for: a word for it, or a way of talking that is denied for some time.
    pub(super) fn quiet(&self) -> bool {
        const SILENT: &[&str] = list!(
            "quiet" "stale" "untouched" "silent" "dormant" "cold" "nothing since" "last contact" "gone dark" "inactive"
            "radio silence" "neglected" "idle" "no touch" "no contact" "no activity" "no communication" "without contact" "gone quiet"
        );
        let denied = list!(
            "not" "haven't" "hasn't" "didn't" "never" "don't" "nobody" "without" "no" "nothing" "zero" "none" "neither"
        );
        let talks = list!(
            "heard" "hear" "talk" "spoken" "speak" "contact" "touch" "reach" "email" "call" "written" "communicat" "wrote"
            "message" "text" "word" "news" "activity" "from" "sms" "conversation" "correspondence" "sent" "response"
            "exchanged" "interaction" "connected" "corresponded"
        );
        let field = self.any(list!("contact email" "contact phone" "contact person" "contact name" "contact on file" "on file"));
        let timed = self.since().is_some()
            || self.ago().is_some()
            || self.any(&["lately", "recently", "for a while", "in a while", "in ages"]);
        let denies = |at: usize| {
            (at..(at + 6).min(self.tokens.len()))
                .any(|next| talks.iter().any(|verb| stem(verb) == stem(self.word(next))))
        };
        let denied_talk = (0..self.tokens.len())
            .filter(|at| denied.contains(&self.word(*at)))
            .any(denies);
        self.any(SILENT) && !field || denied_talk && timed
    }

    /// "in 60 days", "for two months", "over the past three weeks": the day so long ago.
    fn ago(&self) -> Option<Date> {
        (1..self.tokens.len()).find_map(|at| {
            let count = numbers::word_value(self.back(at, 1))
                .or_else(|| matches!(self.back(at, 1), "a" | "past" | "last").then_some(1.0))
                .filter(|count| (1.0..1000.0).contains(count))?;
            #[expect(clippy::cast_possible_truncation, reason = "the range was checked")]
            let count = count as i64;
            let span = match self.word(at) {
                "day" | "days" => count.days(),
                "week" | "weeks" => count.weeks(),
                "month" | "months" => count.months(),
                _ => return None,
            };
            self.today.checked_sub(span).ok()
        })
    }

    /// "before August", "by July 15", "after May 1": from or up to a day, the day itself out unless "by" or "from".
    fn bounded(&self) -> Option<Stretch> {
        let at = self.tokens.iter().position(|token| {
            list!("before" "by" "until" "after" "from" "prior").contains(&token.norm.as_str())
        })?;
        let rest = &self.tokens[at + 1..];
        let named = dates::dates(self.text, rest, self.today, Lean::Nearest)
            .first()
            .filter(|mention| mention.first < 3)
            .and_then(|mention| mention.date);
        let stretch = dates::stretch(rest, self.today);
        let first = named.or(stretch.map(|stretch| stretch.from))?;
        let last = named.or(stretch.map(|stretch| stretch.to))?;
        Some(match self.word(at) {
            "before" | "prior" => Stretch {
                from: Date::MIN,
                to: first.checked_sub(1.day()).ok()?,
            },
            "by" | "until" => Stretch {
                from: Date::MIN,
                to: last,
            },
            "after" => Stretch {
                from: last.checked_add(1.day()).ok()?,
                to: Date::MAX,
            },
            _ if self.any(&["to", "through"]) => return None,
            _ => Stretch {
                from: first,
                to: Date::MAX,
            },
        })
    }

    /// "since January 15", "after May": the day, in the past.
    fn since(&self) -> Option<Date> {
        let after = self
            .tokens
            .iter()
            .position(|token| matches!(token.norm.as_str(), "since" | "after" | "before"))?;
        let rest = &self.tokens[after..];
        let named = dates::dates(self.text, rest, self.today, Lean::Nearest)
            .first()
            .and_then(|mention| mention.date);
        let past = named.map(|date| {
            if date > self.today {
                date.checked_sub(1.year()).unwrap_or(date)
            } else {
                date
            }
        });
        past.or_else(|| dates::stretch(rest, self.today).map(|stretch| stretch.from))
    }
}
