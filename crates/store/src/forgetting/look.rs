//! Proving that a text is gone: everything that can be opened is opened, and looked at byte by byte.

use super::places::{OTHERS, SEALED};
use super::scrub::SealedValue;
use crate::crypto::Place;
use crate::{OrgStore, StoreError};

/// What was found by looking at everything.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Looked {
    /// Sealed values that were opened.
    pub opened: u64,
    /// Those whose key was destroyed: nobody can open them.
    pub forgotten: u64,
    /// Those that do not open although there is a key: they were tampered with or damaged.
    pub damaged: u64,
    /// Where a text was found, as `table.column`, with the place of the text in the list.
    pub found: Vec<(String, usize)>,
}

impl OrgStore<'_> {
    /// Opens everything sealed and tells where any of these texts is, as it is or as JSON holds it, in whatever letter case.
    /// Nothing is changed.
    pub async fn look_for(&self, texts: &[String]) -> Result<Looked, StoreError> {
        let spelled: Vec<[String; 2]> = texts.iter().map(|text| spellings(text)).collect();
        let sealed = SEALED.iter().map(|it| (it.table, it.column, it.page));
        let others = OTHERS.iter().map(|it| (it.table, it.column, it.page));
        let mut looked = Looked::default();
        for (table, column, page) in sealed.chain(others) {
            let (mut id, mut no) = (String::new(), 0);
            loop {
                let values = self.sealed_values(page, &id, no).await?;
                let Some(last) = values.last() else { break };
                (id, no) = (last.id.clone(), last.no);
                self.look_at(&mut looked, (table, column), values, &spelled)
                    .await?;
            }
        }
        Ok(looked)
    }

    async fn look_at(
        &self,
        looked: &mut Looked,
        (table, column): (&'static str, &'static str),
        values: Vec<SealedValue>,
        texts: &[[String; 2]],
    ) -> Result<(), StoreError> {
        for value in values {
            let scope = value.scope.unwrap_or_default();
            let key = match self.store.inner.keys.existing(&scope).await {
                Ok(key) => key,
                Err(StoreError::Forgotten) => {
                    looked.forgotten += 1;
                    continue;
                }
                Err(error) => return Err(error),
            };
            let place = Place {
                table,
                column,
                row: &value.place,
            };
            let Ok(content) = key.open(place, &value.sealed) else {
                looked.damaged += 1;
                continue;
            };
            looked.opened += 1;
            let content = String::from_utf8_lossy(&content).to_lowercase();
            let holds = |spelling: &String| content.contains(spelling);
            let found = texts.iter().enumerate();
            let found = found.filter(|(_, spellings)| spellings.iter().any(holds));
            let place = format!("{table}.{column}");
            looked
                .found
                .extend(found.map(|(index, _)| (place.clone(), index)));
        }
        Ok(())
    }
}

/// A text in small letters, as it is and as it stands between the quotation marks of JSON.
fn spellings(text: &str) -> [String; 2] {
    let text = &text.to_lowercase();
    let json = serde_json::Value::from(text.as_str()).to_string();
    let inner = json.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
    [text.to_owned(), inner.unwrap_or(text).to_owned()]
}
