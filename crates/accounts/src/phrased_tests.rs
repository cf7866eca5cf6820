//! Changes as people at a desk put them: what a field should read, who replaces whom, what comes off. Beside each kind of phrase
//! stand its neighbours that change nothing.

use serde_json::json;

use super::book::Book;
use super::engine::{Reply, Scene, respond};
use super::engine_tests::{TODAY, account, outcome};
use super::resolve::Conversation;

fn book() -> Book {
    let accounts = vec![
        account(
            json!({"id": "1", "name": "Lakeshore Cycle Works", "stage": "Bound", "industry": "bicycle shop", "location": {"city": "Erie", "state": "PA"}, "contacts": [{"name": "Rosa Quill", "role": "owner", "phone": "814-555-0101"}, {"name": "Ned Farrow", "role": "bookkeeper", "phone": "814-555-0102"}], "coverage_types": ["General Liability", "Property", "Cyber"], "premium": 6200, "carrier": "Granite Mutual"}),
        ),
        account(
            json!({"id": "2", "name": "Tallgrass Dairy Inc", "stage": "Submitted", "industry": "dairy", "location": {"city": "Salina", "state": "KS"}, "contacts": [{"name": "Hugh Penner", "role": "owner", "phone": "785-555-0110"}], "coverage_types": ["Property"]}),
        ),
        account(
            json!({"id": "3", "name": "Marlowe & Finch Bookbinders", "stage": "Quote Pitched", "industry": "bookbinder", "location": {"city": "Albany", "state": "NY"}, "contacts": [{"name": "Edith Marlowe", "role": "partner", "phone": "518-555-0120"}], "coverage_types": ["Property", "Crime"], "premium": 4100, "carrier": "Old Harbor Casualty"}),
        ),
        account(
            json!({"id": "4", "name": "Sandoval Roofing", "stage": "Application Received", "industry": "roofer", "location": {"city": "Yuma", "state": "AZ"}, "contacts": [{"name": "Teo Sandoval", "role": "owner"}], "coverage_types": ["General Liability"]}),
        ),
        account(
            json!({"id": "5", "name": "Bluff Street Theater", "stage": "Quoted", "industry": "theater", "location": {"city": "Dubuque", "state": "IA"}, "contacts": [{"name": "Cora Voss", "role": "director", "email": "cora@bluff.example"}], "coverage_types": ["Property", "Umbrella"], "premium": 8800, "carrier": "Northgate Specialty"}),
        ),
    ];
    Book::new(accounts, Vec::new(), vec!["Lena Fischer".to_owned()])
}

fn reply(text: &str) -> Reply {
    respond(&Scene::new(&book(), TODAY), text, &Conversation::default()).reply
}

#[track_caller]
fn check(rows: &[(&str, &[&str])]) {
    let wrong: Vec<String> = rows
        .iter()
        .map(|(text, expected)| (text, expected, outcome(reply(text))))
        .filter(|(_, expected, got)| got != *expected)
        .map(|(text, expected, got)| format!("{text}: {got:?}, not {expected:?}"))
        .collect();
    assert_eq!(wrong, [] as [String; 0]);
}

/// Nothing is changed: it becomes a note, a question back or an answer.
#[track_caller]
fn changes_nothing(texts: &[&str]) {
    for text in texts {
        let came = outcome(reply(text));
        assert!(
            matches!(came[0].as_str(), "note" | "clarify" | "answer"),
            "{text}: {came:?}"
        );
    }
}

#[test]
fn what_a_stage_should_read_is_ordered() {
    check(&[
        (
            "Lakeshore Cycle Works should be tagged Renewal Due.",
            &["stage=\"Renewal Due\""],
        ),
        (
            "The status of Sandoval Roofing ought to say Submitted.",
            &["stage=\"Submitted\""],
        ),
        (
            "Tallgrass Dairy must now be listed as Quoted.",
            &["stage=\"Quoted\""],
        ),
        (
            "Bluff Street Theater has to be in Quote Pitched.",
            &["stage=\"Quote Pitched\""],
        ),
        (
            "Marlowe & Finch won't go ahead with us, file them under Lost.",
            &["stage=\"Lost\""],
        ),
        (
            "Cora isn't interested any longer. Drop Bluff Street Theater into Lost.",
            &["stage=\"Lost\""],
        ),
    ]);
    changes_nothing(&[
        "Edith says Marlowe & Finch should be marked Bound.",
        "Marlowe & Finch should be bound by Friday.",
        "Should Lakeshore Cycle Works be flagged Renewal Due?",
        "Marlowe & Finch should be Bound once the survey is back.",
        "Marlowe & Finch is almost bound, one form is missing.",
        "Hugh at Tallgrass Dairy thinks it should read Quoted.",
        "Marlowe & Finch must be marked Bound before June or they lose the lease.",
        "Marlowe & Finch needs to be bound to get the loan.",
    ]);
}

#[test]
fn a_field_that_should_become_another_is_asked_for() {
    for text in [
        "Bluff Street Theater should get a different stage.",
        "Tallgrass Dairy needs its status changed.",
        "Give Sandoval Roofing a new stage.",
        "Marlowe & Finch should have a new premium.",
    ] {
        assert_eq!(outcome(reply(text)), ["clarify"], "{text}");
    }
    for text in [
        "Sandoval Roofing should get a new truck.",
        "Bluff Street Theater needs another exit.",
    ] {
        assert_eq!(outcome(reply(text)), ["note"], "{text}");
    }
}

#[test]
fn sums_that_leave_it_open_are_asked_for() {
    for text in [
        "Tallgrass Dairy came in at twelve to fourteen thousand, please fill in the premium.",
        "Tallgrass Dairy came in between 12 and 14 thousand.",
        "Tallgrass Dairy was quoted at 12-14k.",
        "The premium at Tallgrass Dairy is 12,000 to 14,000.",
        "Bluff Street Theater landed at 8,500 or 9,000.",
    ] {
        assert_eq!(outcome(reply(text)), ["clarify"], "{text}");
    }
    check(&[(
        "The premium at Bluff Street Theater went from 8,800 to 9,100.",
        &["premium=9100"],
    )]);
}

#[test]
fn a_quote_is_told_without_its_verb() {
    let quoted: &[&str] = &[
        "stage=\"Quoted\"",
        "premium=11400",
        "carrier=\"Old Harbor Casualty\"",
    ];
    check(&[
        (
            "Got Tallgrass Dairy's pricing: Old Harbor Casualty, $11,400. So that one is Quoted.",
            quoted,
        ),
        (
            "Tallgrass Dairy - quote's here, 11,400 from Old Harbor",
            quoted,
        ),
        (
            "Terms received for Tallgrass Dairy from Old Harbor, 11,400 annual.",
            quoted,
        ),
        (
            "Numbers are in for Tallgrass Dairy: Old Harbor Casualty, 11,400. Quoted.",
            quoted,
        ),
        (
            "Sent Sandoval Roofing over to Granite Mutual.",
            &["stage=\"Submitted\""],
        ),
        (
            "Lakeshore Cycle Works' renewal came in at 6,500, up from 6,200.",
            &["premium=6500"],
        ),
    ]);
    changes_nothing(&[
        "Tallgrass Dairy pays Old Harbor 11,400 today.",
        "Waiting on Old Harbor for Tallgrass Dairy, Hugh hopes for 11,400.",
        "Tallgrass Dairy's landlord got a quote, 11,400 from a roofer.",
        "Tallgrass Dairy quote, 11,400 from whom?",
    ]);
}

#[test]
fn the_day_it_holds_from_stands_in_many_places() {
    let bound: &[&str] = &["stage=\"Bound\"", "effective_date=\"2027-06-01\""];
    check(&[
        ("Marlowe & Finch: bound as of the 1st of June.", bound),
        ("Marlowe & Finch is bound from June 1.", bound),
        ("Marlowe & Finch bound per 6/1/2027.", bound),
        ("Marlowe & Finch is bound with a June 1 start date.", bound),
    ]);
    changes_nothing(&["As of the 1st of June Edith of Marlowe & Finch is in Boston."]);
}

#[test]
fn an_insurer_takes_the_place_of_the_one_on_file() {
    let carrier = "carrier=\"Granite Mutual\"";
    check(&[
        (
            "Bluff Street Theater: Granite Mutual instead of Northgate, at $8,400.",
            &["premium=8400", carrier],
        ),
        (
            "Bluff Street Theater - Granite replaces Northgate.",
            &[carrier],
        ),
        (
            "Swap Northgate for Granite at Bluff Street Theater.",
            &[carrier],
        ),
        (
            "Granite, not Northgate, landed at 8,400 for Bluff Street Theater.",
            &["premium=8400", carrier],
        ),
        (
            "Bluff Street Theater: Northgate out, Granite in.",
            &[carrier],
        ),
        (
            "Make it Granite Mutual rather than Northgate for Bluff Street Theater.",
            &[carrier],
        ),
    ]);
    changes_nothing(&[
        "Cora would like Granite instead of Northgate at Bluff Street Theater.",
        "Bluff Street Theater: maybe Granite instead of Northgate, at $8,400.",
        "Granite, not Northgate, asked for photos of Bluff Street Theater.",
        "Cora asked about Granite instead of Northgate for Bluff Street Theater.",
        "Don't swap Northgate for Granite at Bluff Street Theater.",
    ]);
}

#[test]
fn lines_come_off_and_go_on_by_themselves() {
    let crime_gone: &[&str] = &["coverage_types=[\"Property\"]"];
    check(&[
        (
            "Crime is coming off Marlowe & Finch, the rest stays.",
            crime_gone,
        ),
        ("Crime came off the Marlowe & Finch policy.", crime_gone),
        (
            "Flood goes on the Marlowe & Finch policy.",
            &["coverage_types=[\"Property\",\"Crime\",\"Flood\"]"],
        ),
        (
            "Marlowe & Finch would like cyber and an umbrella too; add both.",
            &["coverage_types=[\"Property\",\"Crime\",\"Cyber\",\"Umbrella\"]"],
        ),
        (
            "Marlowe & Finch no longer wants property or crime; remove both.",
            &["coverage_types=[]"],
        ),
        (
            "Edith asked for cyber and flood at Marlowe & Finch. Please add them.",
            &["coverage_types=[\"Property\",\"Crime\",\"Cyber\",\"Flood\"]"],
        ),
    ]);
    changes_nothing(&[
        "The price of property is coming off its peak for Marlowe & Finch.",
        "Marlowe & Finch would like cyber and an umbrella too.",
        "Marlowe & Finch would like cyber and an umbrella; add both once they sign.",
        "Marlowe & Finch would like cyber; don't add it yet.",
        "Crime is going up around Marlowe & Finch.",
    ]);
}

#[test]
fn who_leaves_is_replaced_by_who_comes() {
    let ned_gone =
        "contacts=[{\"name\":\"Rosa Quill\",\"role\":\"owner\",\"phone\":\"814-555-0101\"},";
    for (text, new) in [
        (
            "Ned Farrow quit Lakeshore Cycle Works; his successor as bookkeeper is Ines Roth, 814-555-0177.",
            "{\"name\":\"Ines Roth\",\"role\":\"bookkeeper\",\"phone\":\"814-555-0177\"}]",
        ),
        (
            "Ned Farrow has left Lakeshore Cycle Works. The new controller is Ines Roth, ines@lakeshore.example.",
            "{\"name\":\"Ines Roth\",\"role\":\"controller\",\"email\":\"ines@lakeshore.example\"}]",
        ),
        (
            "Ned retired from Lakeshore Cycle Works, Ines Roth takes over as bookkeeper, 814-555-0177.",
            "{\"name\":\"Ines Roth\",\"role\":\"bookkeeper\",\"phone\":\"814-555-0177\"}]",
        ),
        (
            "Ines Roth replaces Ned Farrow at Lakeshore Cycle Works, phone 814-555-0177.",
            "{\"name\":\"Ines Roth\",\"phone\":\"814-555-0177\"}]",
        ),
    ] {
        assert_eq!(outcome(reply(text)), [format!("{ned_gone}{new}")], "{text}");
    }
    changes_nothing(&[
        "Ned Farrow left Lakeshore Cycle Works a voicemail.",
        "Ned Farrow quit Lakeshore Cycle Works.",
        "Ned Farrow might quit Lakeshore Cycle Works; Ines Roth would take over.",
        "Ines Roth replaces Ned Farrow at Lakeshore Cycle Works while he is on vacation, 814-555-0177.",
        "Ned Farrow retired from Lakeshore Cycle Works, the front desk is now 814-555-0199.",
        "Ned Farrow has not left Lakeshore Cycle Works.",
        "Ned Farrow was replaced by Ines Roth on the safety committee at Lakeshore Cycle Works.",
        "Ned Farrow retired the old truck at Lakeshore Cycle Works.",
    ]);
}

#[test]
fn who_is_no_contact_any_more_goes() {
    let rosa: &[&str] =
        &["contacts=[{\"name\":\"Rosa Quill\",\"role\":\"owner\",\"phone\":\"814-555-0101\"}]"];
    check(&[
        (
            "Ned Farrow is no longer a contact at Lakeshore Cycle Works.",
            rosa,
        ),
        (
            "Ned Farrow shouldn't be listed at Lakeshore Cycle Works any more.",
            rosa,
        ),
        ("Ned should come off the Lakeshore Cycle Works file.", rosa),
        (
            "Ned Farrow can be removed from Lakeshore Cycle Works.",
            rosa,
        ),
    ]);
    changes_nothing(&[
        "Ned Farrow is no longer a fan of Lakeshore Cycle Works.",
        "Rosa says Ned Farrow should be removed from Lakeshore Cycle Works.",
        "Ned Farrow is still a contact at Lakeshore Cycle Works.",
    ]);
}

#[test]
fn a_reminder_and_a_start_are_dated() {
    check(&[
        (
            "Circle back with Teo at Sandoval Roofing on June 3.",
            &["follow_up_date=\"2027-06-03\""],
        ),
        (
            "Put Sandoval Roofing on my calendar for June 3.",
            &["follow_up_date=\"2027-06-03\""],
        ),
        (
            "Coverage for Bluff Street Theater starts June 1, 2027.",
            &["effective_date=\"2027-06-01\""],
        ),
    ]);
    changes_nothing(&[
        "Teo pinged me on June 3 about Sandoval Roofing.",
        "The season starts June 1 at Bluff Street Theater.",
    ]);
}

#[test]
fn an_account_is_put_with_an_insurer() {
    let granite = "carrier=\"Granite Mutual\"";
    check(&[
        ("Put Bluff Street Theater with Granite.", &[granite]),
        (
            "Bluff Street Theater was rewritten with Granite at 8,300.",
            &["premium=8300", granite],
        ),
        (
            "Bluff Street Theater's with Granite Mutual now.",
            &[granite],
        ),
        (
            "The carrier at Bluff Street Theater isn't Northgate but Granite.",
            &[granite],
        ),
    ]);
    changes_nothing(&[
        "Cora put the tour with Granite on hold at Bluff Street Theater.",
        "Should we put Bluff Street Theater with Granite?",
    ]);
}

#[test]
fn who_is_listed_with_a_number_is_added() {
    let ines = "{\"name\":\"Ines Roth\",\"role\":\"foreman\",\"phone\":\"928-555-0144\"}]";
    let teo = "contacts=[{\"name\":\"Teo Sandoval\",\"role\":\"owner\"},";
    for text in [
        "Please list Ines Roth (foreman, 928-555-0144) under Sandoval Roofing.",
        "Put Ines Roth down as foreman at Sandoval Roofing, 928-555-0144.",
        "Enter Ines Roth, foreman, 928-555-0144 under Sandoval Roofing.",
        "Ines Roth joined Sandoval Roofing as foreman, 928-555-0144.",
        "Sandoval Roofing hired Ines Roth as foreman, 928-555-0144. Add her.",
    ] {
        assert_eq!(outcome(reply(text)), [format!("{teo}{ines}")], "{text}");
    }
    changes_nothing(&[
        "Please list the contacts of Sandoval Roofing.",
        "List Teo's number at Sandoval Roofing.",
        "Don't list Ines Roth (foreman, 928-555-0144) under Sandoval Roofing.",
        "Sandoval Roofing might hire Ines Roth as foreman, 928-555-0144.",
    ]);
}

#[test]
fn a_part_of_the_premium_and_anothers_are_not_it() {
    changes_nothing(&[
        "Cora paid 2,200 toward the premium at Bluff Street Theater.",
        "Bluff Street Theater's neighbor pays a premium of 9,900.",
        "Bluff Street Theater sent 4,400 of the premium.",
    ]);
    check(&[
        (
            "Premium change Bluff Street Theater: 8,800 -> 9,100",
            &["premium=9100"],
        ),
        (
            "Bind Marlowe & Finch at 4,000 and note that Edith wants certificates.",
            &["stage=\"Bound\"", "premium=4000"],
        ),
    ]);
}

#[test]
fn what_is_taken_back_is_not_noted() {
    for text in [
        "Forget what I said about Bluff Street Theater.",
        "Never mind about Bluff Street Theater.",
    ] {
        assert_eq!(outcome(reply(text)), ["clarify"], "{text}");
    }
    check(&[(
        "Forget it, mark Bluff Street Theater lost.",
        &["stage=\"Lost\""],
    )]);
}

#[test]
fn a_number_that_is_denied_is_not_taken() {
    check(&[
        (
            "Teo's number at Sandoval Roofing is 928-555-0150, not 928-555-0160.",
            &["contacts[Teo Sandoval].phone=\"928-555-0150\""],
        ),
        (
            "Cora's email at Bluff Street Theater is voss@bluff.example instead of cora@bluff.example.",
            &["contacts[Cora Voss].email=\"voss@bluff.example\""],
        ),
    ]);
}

#[test]
fn news_for_the_file_is_noted_and_a_sigh_is_not() {
    for text in [
        "Sandoval Roofing put in a new lift, for the file.",
        "Bluff Street Theater built a second lobby, fyi.",
        "Tallgrass Dairy's application's in.",
    ] {
        let came = outcome(reply(text));
        assert_ne!(came, ["answer"], "{text}");
        assert_ne!(came, ["clarify"], "{text}");
    }
    for text in [
        "Sandoval Roofing again, sigh",
        "Ugh, Tallgrass Dairy",
        "Oof",
    ] {
        assert_eq!(outcome(reply(text)), ["clarify"], "{text}");
    }
}

#[test]
fn a_sentence_may_break_off_anywhere() {
    for text in [
        "Ned Farrow no longer works at Lakeshore Cycle Works; please remove him and list Ines Roth (foreman, 814-555-0144) as a contact.",
        "Rename Bluff Street Theater to Bluff Street Playhouse LLC and swap Northgate for Granite at 8,400 -> 8,300.",
        "Crime is coming off Marlowe & Finch, not Sandoval Roofing, which should be marked Bound as of the 1st of June.",
        "Tallgrass Dairy came in between 12 and 14 thousand, Granite instead of Northgate, circle back on June 3.",
    ] {
        let ends = text.char_indices().map(|(at, _)| at).chain([text.len()]);
        for end in ends {
            outcome(reply(&text[..end]));
        }
    }
    let only: &[&str] =
        &["contacts=[{\"name\":\"Rosa Quill\",\"role\":\"owner\",\"phone\":\"814-555-0101\"}]"];
    check(&[(
        "Ned Farrow can be removed from Lakeshore Cycle Works, please remove",
        only,
    )]);
}
