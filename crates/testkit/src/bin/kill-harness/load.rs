//! Texts from many people, delivered as a carrier delivers them: late, twice, in any order, until somebody says 200.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha1::Sha1;
use tokio::task::{JoinHandle, JoinSet};
use url::form_urlencoded;

use crate::chance::Chance;
use crate::model::ASK;
use crate::server::LONG;
use crate::world::{LINE, TOKEN, World};

/// How long a carrier waits before it delivers again.
const AGAIN: Duration = Duration::from_millis(25);

/// A text that somebody wrote.
#[derive(Debug, Clone)]
pub(crate) struct Text {
    pub(crate) number: u32,
    pub(crate) from: String,
    /// How often it is delivered.
    copies: usize,
    words: String,
}

/// Who writes what. Every text has a number of its own.
pub(crate) struct Writers {
    chance: Chance,
    texts: u32,
    people: u32,
}

impl Writers {
    pub(crate) fn new(chance: Chance) -> Self {
        Self {
            chance,
            texts: 0,
            people: 0,
        }
    }

    /// Texts of somebody new: so many, each delivered once to three times.
    pub(crate) fn somebody(&mut self, texts: usize) -> Vec<Text> {
        self.people += 1;
        (0..texts).map(|_| self.text("")).collect()
    }

    /// A text of somebody new, with a word more.
    pub(crate) fn somebody_says(&mut self, word: &str) -> Text {
        self.people += 1;
        self.text(word)
    }

    fn text(&mut self, word: &str) -> Text {
        self.texts += 1;
        Text {
            number: self.texts,
            from: format!("+49152{:08}", self.people),
            // Half of them once: what is acknowledged and lost is not brought back by another copy.
            copies: [1, 1, 2, 3][usize::try_from(self.chance.below(4)).unwrap()],
            words: format!("{ASK}{} {word}", self.texts).trim_end().to_owned(),
        }
    }
}

impl Text {
    /// What the carrier calls it.
    pub(crate) fn sid(&self) -> String {
        format!("SM{:032x}", self.number)
    }

    fn form(&self) -> BTreeMap<&'static str, String> {
        BTreeMap::from([
            ("AccountSid", World::account_sid()),
            ("Body", self.words.clone()),
            ("From", self.from.clone()),
            ("MessageSid", self.sid()),
            ("NumMedia", "0".to_owned()),
            ("SmsSid", self.sid()),
            ("To", LINE.to_owned()),
        ])
    }
}

/// Delivers every copy of every text until it was acknowledged, all at once and in any order. It comes to whether all were.
pub(crate) fn deliver(world: &World, texts: &[Text], chance: &mut Chance) -> JoinHandle<bool> {
    let mut copies: Vec<Text> = texts
        .iter()
        .flat_map(|text| std::iter::repeat_n(text.clone(), text.copies))
        .collect();
    chance.shuffle(&mut copies);
    let mut under_way = JoinSet::new();
    for text in copies {
        let (client, doors, public) = (world.client(), world.doors(), world.public_url());
        let mut chance = Chance::seeded(chance.below(u64::MAX));
        under_way.spawn(async move {
            let begun = Instant::now();
            while begun.elapsed() < LONG {
                let door = &doors[usize::try_from(chance.below(doors.len() as u64)).unwrap()];
                if post(&client, door, &public, &text).await {
                    return true;
                }
                tokio::time::sleep(AGAIN).await;
            }
            false
        });
    }
    tokio::spawn(async move {
        let acknowledged = under_way.join_all().await;
        acknowledged.into_iter().all(|yes| yes)
    })
}

async fn post(client: &reqwest::Client, door: &str, public: &str, text: &Text) -> bool {
    const PATH: &str = "/webhooks/twilio/sms";
    let form = text.form();
    let mut mac = Hmac::<Sha1>::new_from_slice(TOKEN.as_bytes()).unwrap();
    mac.update(format!("{public}{PATH}").as_bytes());
    for (name, value) in &form {
        mac.update(name.as_bytes());
        mac.update(value.as_bytes());
    }
    let body = form_urlencoded::Serializer::new(String::new())
        .extend_pairs(&form)
        .finish();
    let request = client
        .post(format!("{door}{PATH}"))
        .header("content-type", "application/x-www-form-urlencoded")
        .header(
            "x-twilio-signature",
            STANDARD.encode(mac.finalize().into_bytes()),
        )
        .body(body);
    let answer = request.send().await;
    answer.is_ok_and(|answer| answer.status().is_success())
}
