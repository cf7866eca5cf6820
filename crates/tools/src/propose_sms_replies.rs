//! `propose_sms_replies`: drafts answers to the contact who wrote, for a person to send.

use schemars::JsonSchema;
use serde::Deserialize;
use steward_agent::{Action, Capability, ToolRole};
use steward_model::MessageKind;
use steward_store::{Changes, Draft, DraftOption, NewSuggestion};

use crate::outgoing::check_text;
use crate::{Reach, ToolContext, ToolOutput, Typed};

/// One draft is no choice, and nobody reads four.
const FEWEST: usize = 2;
const MOST: usize = 3;

pub(crate) struct ProposeSmsReplies;

// No address is among the arguments: who would get the answer was fixed when the message came in.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProposeSmsRepliesInput {
    /// Two or three different answers, the best one first.
    options: Vec<ProposedReply>,
    /// What they wrote to you: a question, a request to do something, scheduling (a time to meet, or another time), a complaint,
    /// thanks, a follow_up if they wrote nothing new and you come back to them, or other.
    kind: Option<AnsweredKind>,
}

// What the variants mean is told with the argument: a list of words is what every model understands.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum AnsweredKind {
    Question,
    Request,
    Scheduling,
    Complaint,
    Thanks,
    FollowUp,
    // Nobody's drafts are refused for a word that we do not count.
    #[serde(other)]
    Other,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProposedReply {
    /// What the text would say, in plain words. At most 1,600 characters.
    body: String,
    /// How sure you are that it can be sent as it is, from 0 to 1.
    confidence: Option<f64>,
}

impl Typed for ProposeSmsReplies {
    type Input = ProposeSmsRepliesInput;
    const NAME: &'static str = "propose_sms_replies";
    const DESCRIPTION: &'static str = "Puts two or three answers to the person who wrote before your team. Somebody \
        sends one of them, changes it, or sends none. Nothing leaves by itself.";
    const TOOLSET: &'static str = "messaging";
    const ROLE: ToolRole = ToolRole::Propose;
    const REACH: Reach = Reach::Local;
    const NEEDS: &'static [Capability] = &[Capability::Draft];

    fn action(
        &self,
        context: &ToolContext,
        input: &ProposeSmsRepliesInput,
    ) -> Result<Option<Action>, String> {
        check(context, input)?;
        Ok(Some(Action::Draft))
    }

    async fn call(&self, context: &ToolContext, input: ProposeSmsRepliesInput) -> ToolOutput {
        match changes(context, input) {
            Ok(changes) => {
                ToolOutput::done("Your team has the drafts. Nothing was sent.").changing(changes)
            }
            Err(reason) => ToolOutput::failed(reason),
        }
    }
}

fn changes(context: &ToolContext, input: ProposeSmsRepliesInput) -> Result<Changes, String> {
    check(context, &input)?;
    let reply = context.answering()?;
    let options = input.options.into_iter().map(|option| DraftOption {
        body: option.body,
        confidence: option.confidence,
    });
    let suggestion = NewSuggestion {
        idem_key: context.idem_key.clone(),
        contact_id: reply.context.contact,
        line_id: reply.context.line,
        kind: input.kind.map_or(MessageKind::Other, MessageKind::from),
        draft: Draft {
            to: reply.to.clone(),
            from: reply.from.clone(),
            channel: reply.channel.clone(),
            options: options.collect(),
        },
    };
    Ok(Changes {
        suggestions: vec![suggestion],
        ..Changes::default()
    })
}

fn check(context: &ToolContext, input: &ProposeSmsRepliesInput) -> Result<(), String> {
    context.answering()?;
    let count = input.options.len();
    if !(FEWEST..=MOST).contains(&count) {
        return Err(format!(
            "{count} were given. Give two or three different answers."
        ));
    }
    for (place, option) in input.options.iter().enumerate() {
        check_text(&option.body)?;
        let earlier = &input.options[..place];
        if earlier
            .iter()
            .any(|other| other.body.trim() == option.body.trim())
        {
            return Err("Two of them are the same. Give different answers.".to_owned());
        }
        if option
            .confidence
            .is_some_and(|sure| !(0.0..=1.0).contains(&sure))
        {
            return Err("`confidence` is a number from 0 to 1.".to_owned());
        }
    }
    Ok(())
}

impl From<AnsweredKind> for MessageKind {
    fn from(kind: AnsweredKind) -> Self {
        match kind {
            AnsweredKind::Question => Self::Question,
            AnsweredKind::Request => Self::Request,
            AnsweredKind::Scheduling => Self::Scheduling,
            AnsweredKind::Complaint => Self::Complaint,
            AnsweredKind::Thanks => Self::Thanks,
            AnsweredKind::FollowUp => Self::FollowUp,
            AnsweredKind::Other => Self::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use steward_testkit::TestDatabase;

    use super::*;
    use crate::Tool;
    use crate::fixture::{ANA, LINE, call, refusal, turn};

    #[tokio::test]
    async fn drafts_are_bound_to_who_wrote_and_to_the_line_they_wrote_to() {
        let db = TestDatabase::sqlite();
        let context = turn(&db).await;
        let reply = context.reply.clone().unwrap().context;
        let options = json!([{"body": "Yes, at 5.", "confidence": 0.8}, {"body": "At 6."}]);
        let arguments = json!({ "options": options });
        let asked = Tool::action(&ProposeSmsReplies, &context, &arguments);
        assert_eq!(asked, Ok(Some(Action::Draft)));
        let output = call(ProposeSmsReplies, &context, arguments).await;
        assert_eq!(
            output.content,
            Ok(vec!["Your team has the drafts. Nothing was sent.".into()])
        );
        assert!(output.changes.effects.is_empty());
        let [drafted] = <[_; 1]>::try_from(output.changes.suggestions).unwrap();
        assert_eq!(
            (drafted.contact_id, drafted.line_id),
            (reply.contact, reply.line)
        );
        assert_eq!(
            (drafted.draft.to.as_str(), drafted.draft.from.as_str()),
            (ANA, LINE)
        );
        let option = |body: &str, confidence| DraftOption {
            body: body.to_owned(),
            confidence,
        };
        assert_eq!(
            drafted.draft.options,
            [option("Yes, at 5.", Some(0.8)), option("At 6.", None)]
        );
        assert_eq!(drafted.idem_key, context.idem_key);
    }

    #[tokio::test]
    async fn the_kind_of_message_is_one_of_ours_or_other() {
        let db = TestDatabase::sqlite();
        let context = turn(&db).await;
        let options = json!([{"body": "Yes, at 5."}, {"body": "At 6."}]);
        let kinds = MessageKind::ALL.iter().map(|kind| json!(kind.as_str()));
        let kinds = kinds.zip(MessageKind::ALL.iter().copied());
        let others = [json!("gossip"), json!(null)].map(|word| (word, MessageKind::Other));
        for (word, kind) in kinds.chain(others) {
            let arguments = json!({ "options": options, "kind": word });
            let output = call(ProposeSmsReplies, &context, arguments).await;
            assert_eq!(output.changes.suggestions[0].kind, kind, "{word}");
        }
        let unsaid = call(ProposeSmsReplies, &context, json!({ "options": options })).await;
        assert_eq!(unsaid.changes.suggestions[0].kind, MessageKind::Other);
    }

    #[tokio::test]
    async fn what_is_no_choice_of_replies_is_refused_in_words_a_model_can_act_on() {
        let db = TestDatabase::sqlite();
        let context = turn(&db).await;
        let options = |bodies: &[&str]| {
            let options: Vec<_> = bodies.iter().map(|body| json!({ "body": body })).collect();
            json!({ "options": options })
        };
        for (arguments, said) in [
            (
                options(&["Yes."]),
                "1 were given. Give two or three different answers.",
            ),
            (
                options(&["a", "b", "c", "d"]),
                "4 were given. Give two or three different answers.",
            ),
            (
                options(&["Yes.", " Yes. "]),
                "Two of them are the same. Give different answers.",
            ),
            (
                options(&["Yes.", " "]),
                "The text is empty. Write what it should say.",
            ),
            (
                json!({"options": [{"body": "a", "confidence": 80}, {"body": "b"}]}),
                "`confidence` is a number from 0 to 1.",
            ),
        ] {
            let asked = Tool::action(&ProposeSmsReplies, &context, &arguments).unwrap_err();
            assert_eq!(asked, said);
            assert_eq!(
                refusal(call(ProposeSmsReplies, &context, arguments).await),
                said
            );
        }
        let elsewhere = json!({"options": [{"body": "a"}, {"body": "b"}], "to": "+14155550111"});
        assert!(Tool::action(&ProposeSmsReplies, &context, &elsewhere).is_err());
    }

    #[tokio::test]
    async fn without_somebody_who_wrote_there_is_nobody_to_draft_for() {
        let db = TestDatabase::sqlite();
        let context = ToolContext {
            reply: None,
            ..turn(&db).await
        };
        let arguments = json!({"options": [{"body": "a"}, {"body": "b"}]});
        let output = call(ProposeSmsReplies, &context, arguments).await;
        assert_eq!(
            refusal(output),
            "Nobody wrote, so there is nobody to answer."
        );
    }
}
