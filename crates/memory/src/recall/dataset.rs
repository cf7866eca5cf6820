//! Conversations with questions, in the form of LoCoMo.

use std::collections::BTreeMap;

use serde::Deserialize;
use steward_model::Timestamp;

use crate::Error;

/// Categories from here on have no answer in the conversation.
const UNANSWERABLE: u32 = 5;

/// Conversations and what is asked of them.
#[derive(Debug)]
pub struct Dataset {
    /// Each with its questions.
    pub conversations: Vec<Conversation>,
}

/// What two people said, and what is asked of it.
#[derive(Debug)]
pub struct Conversation {
    /// Its name in the data set.
    pub name: String,
    /// In the order they were said.
    pub turns: Vec<Turn>,
    /// Those with an answer and evidence for it.
    pub questions: Vec<Asked>,
}

/// Something that was said.
#[derive(Debug)]
pub struct Turn {
    /// Its name in the data set.
    pub id: String,
    /// Who said it.
    pub speaker: String,
    /// What, and what the photo shows that came with it.
    pub text: String,
    /// When the session began.
    pub time: Timestamp,
}

/// A question and the turns that answer it.
#[derive(Debug)]
pub struct Asked {
    /// As it was put.
    pub text: String,
    /// The ids of turns.
    pub evidence: Vec<String>,
}

#[derive(Deserialize)]
struct Sample {
    sample_id: String,
    conversation: BTreeMap<String, serde_json::Value>,
    qa: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    question: String,
    #[serde(default)]
    evidence: Vec<String>,
    category: u32,
}

#[derive(Deserialize)]
struct Said {
    speaker: String,
    dia_id: String,
    text: String,
    #[serde(default)]
    blip_caption: Option<String>,
}

impl Dataset {
    /// Reads the JSON of LoCoMo.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let samples: Vec<Sample> = serde_json::from_str(text).map_err(broken)?;
        let conversations = samples.into_iter().map(Conversation::from_sample);
        Ok(Self {
            conversations: conversations.collect::<Result<_, _>>()?,
        })
    }
}

impl Conversation {
    fn from_sample(sample: Sample) -> Result<Self, Error> {
        let mut turns = Vec::new();
        let sessions = (1..).map_while(|number| {
            let key = format!("session_{number}");
            let date = sample.conversation.get(&format!("{key}_date_time"));
            date.map(|date| (date, sample.conversation.get(&key)))
        });
        for (date, said) in sessions {
            let time = parse_time(date.as_str().unwrap_or_default())?;
            let said = said.map_or(Ok(Vec::new()), Vec::<Said>::deserialize);
            turns.extend(said.map_err(broken)?.into_iter().map(|said| Turn {
                id: said.dia_id,
                speaker: said.speaker,
                text: match said.blip_caption {
                    Some(caption) => format!("{} {caption}", said.text),
                    None => said.text,
                },
                time,
            }));
        }
        let asked = sample.qa.into_iter();
        Ok(Self {
            name: sample.sample_id,
            turns,
            questions: asked
                .filter(|entry| entry.category < UNANSWERABLE && !entry.evidence.is_empty())
                .map(|entry| Asked {
                    text: entry.question,
                    evidence: entry.evidence,
                })
                .collect(),
        })
    }
}

/// "1:56 pm on 8 May, 2023".
fn parse_time(text: &str) -> Result<Timestamp, Error> {
    let parsed = jiff::civil::DateTime::strptime("%I:%M %p on %d %B, %Y", text);
    let zoned = parsed
        .and_then(|time| time.to_zoned(jiff::tz::TimeZone::UTC))
        .map_err(broken)?;
    Ok(Timestamp::from_micros(zoned.timestamp().as_microsecond()))
}

fn broken(error: impl std::fmt::Display) -> Error {
    Error::Dataset(error.to_string())
}
