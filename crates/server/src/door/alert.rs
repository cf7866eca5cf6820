//! What a person is told of a text at once, whatever an agent makes of it.

use steward_channels::Plea;
use steward_model::{NoticeKind, Skipped};
use steward_store::{EMERGENCY, Line, NewNotice, TEXT};

/// Tells a person where one has to know: of a plea, and of a text that nobody will answer. A text is told of once, however often it comes.
pub(super) fn alert(
    (line, message): (&Line, &str),
    skipped: Option<Skipped>,
    plea: Option<Plea>,
) -> Option<NewNotice> {
    let silent = match skipped {
        Some(Skipped::OptedOut) => " They have opted out and get no answer.",
        Some(Skipped::NoAgent) if line.agent_id.is_some() => " The team answers them itself.",
        Some(Skipped::NoAgent) => " No agent answers on this line.",
        Some(Skipped::Unanswerable) => " What they wrote from is no phone number.",
        _ => "",
    };
    let why = match (plea, skipped) {
        // Who asks for silence in the same breath is in danger all the same.
        (Some(plea), _) => in_words(plea),
        (None, Some(Skipped::NoAgent)) => {
            return Some(nobody_answers(line, message, "The text is in the inbox."));
        }
        (None, Some(Skipped::OptedOut)) => "Somebody wrote who wants no messages.",
        (None, Some(Skipped::MediaOnly)) => "A text without words came in, which no agent reads.",
        (None, Some(Skipped::Unanswerable)) => "A text came in that nobody can answer.",
        (None, _) => return None,
    };
    let about = match plea {
        Some(Plea::Emergency) => EMERGENCY,
        _ => TEXT,
    };
    Some(notice((about, message), format!("{why}{silent}")))
}

fn in_words(plea: Plea) -> &'static str {
    match plea {
        Plea::Emergency => "This may be an emergency: read it now.",
        Plea::Person => "They ask for a person.",
        Plea::Dispute => "They speak of lawyers, courts or the police.",
        Plea::Contact => {
            "They say something about being written to: read whether they want no more messages."
        }
    }
}

pub(super) fn nobody_answers(line: &Line, message: &str, kept: &str) -> NewNotice {
    let label = &line.label;
    let text = match line.agent_id {
        Some(_) => format!("Somebody wrote to {label} whom the team answers itself. {kept}"),
        None => format!(
            "Somebody wrote to {label}, where no agent answers. {kept} Choose an agent for the line."
        ),
    };
    notice((TEXT, message), text)
}

fn notice((about, message): (&str, &str), text: String) -> NewNotice {
    NewNotice {
        kind: NoticeKind::Escalated,
        text,
        dedupe_key: format!("{about}:{message}"),
    }
}
