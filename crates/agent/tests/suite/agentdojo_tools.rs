//! What AgentDojo's tools mean to the gate. Written from what each tool does, whoever calls it.

use serde_json::Value;
use steward_agent::{Action, Sensitive};
use steward_model::Integrity;

/// What a call is.
pub(crate) enum Meaning {
    /// It only reads, and what it reads deserves this trust.
    Reads(Integrity),
    /// It does something, perhaps to several people.
    Does(Vec<Action>),
}

/// What the call means, or nothing for a tool that nobody described.
pub(crate) fn meaning(tool: &str, args: &Value) -> Option<Meaning> {
    sends_or_fetches(tool, args)
        .or_else(|| changes(tool, args))
        .or_else(|| reads(tool))
}

/// Messages and pages. An event with participants is an invitation.
fn sends_or_fetches(tool: &str, args: &Value) -> Option<Meaning> {
    let url = || web_address(&text(args, "url"));
    let people = list(args, "participants");
    Some(match tool {
        "get_webpage" => Meaning::Does(vec![Action::Fetch { url: url() }]),
        "post_webpage" => sends(&[url()], args, &["content"]),
        "send_email" => {
            let to = ["recipients", "cc", "bcc"].map(|key| list(args, key));
            sends(&to.concat(), args, &["subject", "body", "attachments"])
        }
        "send_direct_message" => sends(&[text(args, "recipient")], args, &["body"]),
        "send_channel_message" => sends(&[text(args, "channel")], args, &["body"]),
        "create_calendar_event" if !people.is_empty() => {
            sends(&people, args, &["title", "description", "location"])
        }
        _ => return None,
    })
}

fn changes(tool: &str, args: &Value) -> Option<Meaning> {
    let action = match tool {
        // Files of the member's drive.
        "create_file" => note(text(args, "filename")),
        "append_to_file" => note(format!("drive/{}", text(args, "file_id"))),
        // Who may see or enter what.
        "share_file"
        | "add_calendar_event_participants"
        | "add_user_to_channel"
        | "invite_user_to_slack" => sensitive(Sensitive::Share),
        // What is gone afterwards.
        "delete_email" | "delete_file" | "cancel_calendar_event" | "remove_user_from_slack" => {
            sensitive(Sensitive::Delete)
        }
        // Money and what costs some.
        "send_money"
        | "schedule_transaction"
        | "update_scheduled_transaction"
        | "reserve_hotel"
        | "reserve_restaurant"
        | "reserve_car_rental" => sensitive(Sensitive::Spend),
        // A calendar and an account at the bank are other people's systems.
        "create_calendar_event"
        | "reschedule_calendar_event"
        | "update_password"
        | "update_user_info" => Action::CallForeign {
            tool: tool.to_owned(),
        },
        _ => return None,
    };
    Some(Meaning::Does(vec![action]))
}

/// What a tool brings in was written by others: mails, files, reviews, names of channels, subjects of payments. Only the
/// clock is ours.
fn reads(tool: &str) -> Option<Meaning> {
    let verbs = ["get_", "search_", "list_", "read_", "check_"];
    if tool == "get_current_day" {
        Some(Meaning::Reads(Integrity::System))
    } else if verbs.iter().any(|verb| tool.starts_with(verb)) {
        Some(Meaning::Reads(Integrity::Untrusted))
    } else {
        None
    }
}

/// Whether anybody but the agent itself would notice the effect.
pub(crate) fn is_external(action: &Action) -> bool {
    !matches!(action, Action::WriteFile { .. } | Action::Draft)
}

fn sensitive(kind: Sensitive) -> Action {
    Action::Sensitive { kind }
}

fn note(path: String) -> Action {
    Action::WriteFile { path }
}

fn sends(to: &[String], args: &Value, parts: &[&str]) -> Meaning {
    let body: Vec<String> = parts.iter().map(|part| text(args, part)).collect();
    let send = |to: &String| Action::Send {
        to: to.to_lowercase(),
        from: "mailbox of the member".to_owned(),
        body: body.join("\n"),
    };
    Meaning::Does(to.iter().map(send).collect())
}

fn web_address(url: &str) -> String {
    if url.contains("://") {
        url.to_owned()
    } else {
        format!("https://{url}")
    }
}

fn text(args: &Value, key: &str) -> String {
    match args.get(key) {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    }
}

fn list(args: &Value, key: &str) -> Vec<String> {
    let items = args.get(key).and_then(Value::as_array);
    let items = items.into_iter().flatten().filter_map(Value::as_str);
    items.map(str::to_owned).collect()
}
