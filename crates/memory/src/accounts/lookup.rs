//! Finding accounts: by a name, by what they are, and by what was talked of before.

use std::collections::{HashMap, HashSet};

use jiff::civil::Date;
use steward_accounts::engine::respond;
use steward_accounts::resolve::{Certainty, Conversation, Resolution};
use steward_accounts::state::AccountState;
use steward_accounts::text::tokens;
use steward_model::OrgId;
use steward_store::StoreError;

use super::{Accounts, Shelf};

/// The accounts that a name may mean.
#[derive(Debug, Clone, PartialEq)]
pub enum Named {
    /// This one.
    One(Box<AccountState>, &'static str),
    /// None has quite this name. The first of these may be meant: enough to read of it, and not to change it.
    Near(Vec<AccountState>),
    /// Each of these has that name.
    Several(Vec<AccountState>),
    /// None has it; these come nearest.
    Nobody(Vec<AccountState>),
}

impl Accounts {
    /// Finds the account of a name, through slips, initials, former names and missing legal forms.
    ///
    /// # Errors
    /// The workspace cannot be read.
    pub async fn named(&self, org: OrgId, name: &str) -> Result<Named, StoreError> {
        let shelf = self.shelf(org).await?;
        let shelf = shelf.read().await;
        if let Some(account) = shelf.book().account(name.trim()) {
            return Ok(Named::One(Box::new(account.clone()), "its id"));
        }
        let nobody = Conversation::default();
        let directory = shelf.book().directory();
        let found = directory.resolve(name, &tokens(name), &nobody);
        if let Certainty::Near(ids) = &found.certainty {
            return Ok(Named::Near(all(&shelf, ids)));
        }
        let account = found.account().and_then(|id| shelf.book().account(id));
        Ok(match (account, found.resolution) {
            (Some(account), _) => Named::One(Box::new(account.clone()), found.rule),
            (None, Resolution::Ambiguous(ids)) => Named::Several(all(&shelf, &ids)),
            (None, Resolution::Unknown(ids)) => Named::Nobody(all(&shelf, &ids)),
            (None, _) => Named::Nobody(Vec::new()),
        })
    }

    /// The accounts whose descriptions have these words: name, stage, place, trade and cover. The rarer the words, the
    /// better.
    ///
    /// # Errors
    /// The workspace cannot be read.
    pub async fn described(
        &self,
        org: OrgId,
        words: &str,
        most: usize,
    ) -> Result<Vec<AccountState>, StoreError> {
        let shelf = self.shelf(org).await?;
        let shelf = shelf.read().await;
        let asked: HashSet<String> = tokens(words).into_iter().map(|token| token.norm).collect();
        let accounts = &shelf.book().accounts;
        let has = |account: &AccountState| {
            let words = tokens(&account.description()).into_iter();
            let words: HashSet<String> = words.map(|token| token.norm).collect();
            let shared = asked.intersection(&words).cloned();
            shared.collect::<Vec<_>>()
        };
        let hits: Vec<Vec<String>> = accounts.iter().map(has).collect();
        let mut common: HashMap<&str, usize> = HashMap::new();
        for word in hits.iter().flatten() {
            *common.entry(word).or_default() += 1;
        }
        let total = accounts.len() as f64;
        let worth = |word: &String| {
            let with_it = common.get(word.as_str()).copied().unwrap_or(1) as f64;
            (1.0 + total / with_it).ln()
        };
        let scores = hits.iter().map(|words| words.iter().map(worth).sum());
        let mut ranked: Vec<(f64, &AccountState)> = scores.zip(accounts).collect();
        ranked.retain(|(score, _)| *score > 0.0);
        ranked.sort_by(|one, other| other.0.total_cmp(&one.0));
        let best = ranked.into_iter().take(most);
        Ok(best.map(|(_, account)| account.clone()).collect())
    }

    /// What a conversation is about after these sentences, and which request of it waits.
    ///
    /// # Errors
    /// The workspace cannot be read.
    pub async fn talked_of(
        &self,
        org: OrgId,
        today: Date,
        sentences: &[String],
    ) -> Result<Conversation, StoreError> {
        let shelf = self.shelf(org).await?;
        let shelf = shelf.read().await;
        let scene = shelf.scene(today);
        let mut conversation = Conversation::default();
        for sentence in sentences {
            let response = respond(&scene, sentence, &conversation);
            conversation = conversation.after(sentence, &response);
        }
        Ok(conversation)
    }
}

fn all(shelf: &Shelf, ids: &[String]) -> Vec<AccountState> {
    let accounts = ids.iter().filter_map(|id| shelf.book().account(id));
    accounts.cloned().collect()
}
