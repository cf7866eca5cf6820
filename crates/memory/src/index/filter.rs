//! Which rows a query lets in.

use super::Index;
use super::facets::Facet;
use crate::Query;

/// A query's filters against one index.
pub(super) struct Filter<'index> {
    index: &'index Index,
    /// By facet; `None` lets all in.
    facets: Option<Vec<bool>>,
    times: Option<std::ops::Range<i64>>,
}

impl<'index> Filter<'index> {
    pub(super) fn new(index: &'index Index, query: &Query) -> Self {
        let open = query.sources.is_empty()
            && query.tags.is_empty()
            && query.thread.is_none()
            && query.contact.is_none();
        let facets = (!open).then(|| {
            let numbers = |names: &[String]| -> Vec<u32> {
                let found = names.iter().map(|name| index.facets.find_name(name));
                found.flatten().collect()
            };
            let (sources, tags) = (numbers(&query.sources), numbers(&query.tags));
            let admits = |facet: &Facet| {
                (query.sources.is_empty() || sources.contains(&facet.source))
                    && (query.tags.is_empty() || facet.tags.iter().any(|tag| tags.contains(tag)))
                    && (query.thread.is_none() || query.thread == facet.thread)
                    && (query.contact.is_none() || query.contact == facet.contact)
            };
            index.facets.iter().map(admits).collect()
        });
        let start = query.after.map_or(i64::MIN, |time| time.as_micros());
        let end = query.before.map_or(i64::MAX, |time| time.as_micros());
        Self {
            index,
            facets,
            times: (query.after.is_some() || query.before.is_some()).then_some(start..end),
        }
    }

    /// Whether every row is let in, which spares asking.
    pub(super) fn is_open(&self) -> bool {
        self.facets.is_none() && self.times.is_none()
    }

    pub(super) fn admits(&self, row: usize) -> bool {
        let facet = |facets: &Vec<bool>| facets[self.index.facet_numbers.get(row) as usize];
        let time = |times: &std::ops::Range<i64>| times.contains(&self.index.times.get(row));
        self.facets.as_ref().is_none_or(facet) && self.times.as_ref().is_none_or(time)
    }
}
