/// Ends a message on an unknown name that is near to none.
pub(super) const NO_SUGGESTION: &str = "run `steward config docs` to see every setting";

/// The known name that somebody who wrote `wrong` most likely meant, if there is one.
pub(super) fn nearest<'a>(
    wrong: &str,
    known: impl Iterator<Item = &'a str> + Clone,
) -> Option<&'a str> {
    let wrong = wrong.to_lowercase();
    let limit = wrong.chars().count() / 3;
    known
        .clone()
        .map(|name| {
            (
                strsim::damerau_levenshtein(&wrong, &name.to_lowercase()),
                name,
            )
        })
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
        .or_else(|| known.into_iter().find(|name| last(name) == last(&wrong)))
}

/// A right key in a wrong section, or in none, is as common as a misspelt one.
fn last(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

#[cfg(test)]
#[path = "nearest_tests.rs"]
mod tests;
