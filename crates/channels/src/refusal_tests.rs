use super::*;

#[test]
fn whoever_asks_for_silence_in_plain_words_is_heard() {
    for text in [
        "please don\u{2019}t text me again",
        "Do not contact me.",
        "Stop texting me!!",
        "pls stop sending me these messages",
        "can you stop texting me?",
        "No more texts please",
        "I don't want to receive any more messages",
        "remove me from your list",
        "take me off this texting list",
        "remove my number",
        "unsubscribe me",
        "please stop",
        "STOP STOP STOP",
        "I said stop",
        "opt me out",
        "leave me alone",
        "never message this number again",
        "quit texting us",
        "lose my number",
        "I revoke my consent",
        "ALTO",
        "no me escriban m\u{e1}s",
        "deje de mandarme mensajes",
        "ya no quiero recibir mensajes",
        "\u{ff33}\u{ff34}\u{ff2f}\u{ff30} please",
    ] {
        assert_eq!(refusal(text), Some(Refusal::Clear), "{text}");
    }
}

#[test]
fn who_speaks_of_when_or_of_others_goes_to_a_person_or_to_the_agent() {
    for (text, expected) in [
        ("stop by tomorrow", None),
        ("Can you stop the leak today?", None),
        ("please remove the old sofa from the hallway", None),
        ("take me off the schedule for Thursday", None),
        (
            "I want to opt out of the flood cover",
            Some(Refusal::Unclear),
        ),
        ("don't text me before 9 am", Some(Refusal::Unclear)),
        (
            "don\u{2019}t text me back, I am driving",
            Some(Refusal::Unclear),
        ),
        ("you never text me back", None),
        ("why do you keep texting me", Some(Refusal::Unclear)),
        ("sorry, wrong number", Some(Refusal::Unclear)),
        ("I got no messages from you", Some(Refusal::Unclear)),
        ("The water will not stop", None),
        ("Why did you stop texting me?", Some(Refusal::Unclear)),
        (
            "did the office stop texting rent receipts",
            Some(Refusal::Unclear),
        ),
        (
            "when will you stop texting reminders for trash day?",
            Some(Refusal::Unclear),
        ),
        ("Should I stop texting you here?", Some(Refusal::Unclear)),
        (
            "Stop! Don't cut that pipe, it's the neighbour's",
            Some(Refusal::Unclear),
        ),
        ("STOP valve is stuck", Some(Refusal::Unclear)),
        ("Cancel, I can't make it at 3", Some(Refusal::Unclear)),
        ("please cancel", Some(Refusal::Unclear)),
        ("Stop it, the dog is barking", Some(Refusal::Unclear)),
        ("Liked \u{201c}Reply STOP to stop texts\u{201d}", None),
        ("Stop by the office at 5", None),
        ("cancel my 2:30", None),
        ("", None),
    ] {
        assert_eq!(refusal(text), expected, "{text}");
    }
}
