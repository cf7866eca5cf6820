//! Questions about what is new, what is rebuilt, what others offered and what is missing, over a book of its own.

use serde_json::json;

use super::book::{Book, Source};
use super::engine::{Reply, Scene, respond};
use super::engine_tests::{TODAY, account, source};
use super::resolve::Conversation;
use super::state::AccountState;

fn accounts() -> Vec<AccountState> {
    [
        json!({"id": "80", "name": "Quillfeather Toy Shop", "stage": "Bound", "industry": "toy store", "location": {"city": "Salem", "state": "OR"}, "contacts": [{"name": "Una Reyes", "role": "owner"}], "coverage_types": ["Business Owners Policy"], "premium": 1900, "carrier": "Alder Mutual"}),
        json!({"id": "81", "name": "Elkhorn Guest Ranch", "stage": "Bound", "industry": "guest ranch", "location": {"city": "Salida", "state": "CO"}, "contacts": [{"name": "Buck Ames", "role": "owner"}], "coverage_types": ["Property"], "premium": 21000, "carrier": "Cobalt Specialty"}),
        json!({"id": "82", "name": "Wicker Fence Co", "stage": "Lost", "industry": "fence contractor", "location": {"city": "Boise", "state": "ID"}, "contacts": [{"name": "Carla Wicker", "role": "owner"}], "coverage_types": ["General Liability"], "premium": 9300, "carrier": "Cobalt Specialty", "notes": ["Lost 2027-03-04, price."]}),
        json!({"id": "83", "name": "Tern Seafood", "stage": "Submitted", "industry": "seafood wholesaler", "location": {"city": "Mobile", "state": "AL"}, "contacts": [{"name": "Tobias Horn", "role": "owner"}], "coverage_types": ["Commercial Auto"], "notes": ["Loss runs missing."]}),
        json!({"id": "84", "name": "Brightsign Co", "stage": "Quoted", "industry": "sign contractor", "location": {"city": "Reno", "state": "NV"}, "contacts": [{"name": "Wanda Kahn", "role": "owner"}], "coverage_types": ["General Liability"], "premium": 14000, "carrier": "Alder Mutual"}),
        json!({"id": "85", "name": "Fernwood Daycare", "stage": "Bound", "industry": "childcare", "location": {"city": "Reno", "state": "NV"}, "contacts": [{"name": "Josie Lane", "role": "owner"}], "coverage_types": ["General Liability"], "premium": 4000, "carrier": "Alder Mutual"}),
        json!({"id": "86", "name": "Larkrise School", "stage": "Bound", "industry": "preschool", "location": {"city": "Ames", "state": "IA"}, "contacts": [{"name": "Hana Osk", "role": "director"}], "coverage_types": ["General Liability"], "premium": 7000, "carrier": "Cobalt Specialty"}),
    ]
    .into_iter()
    .map(account)
    .collect()
}

fn sources() -> Vec<Source> {
    vec![
        source(
            "81",
            "email",
            1,
            "2027-03-06T10:00:00Z",
            "Buck Ames",
            "Rebuilds the barn with one story; asks about cancelled stays.",
            "Lena,\n\nWe will rebuild, but with one story instead of two. Steel trusses this time.\n\nWe had to cancel two reunions because there was no barn to eat in. Is that part of the policy?\n\nHelmets we do not want to lend out.\n\nBuck",
        ),
        source(
            "81",
            "email",
            2,
            "2027-04-04T10:00:00Z",
            "Buck Ames",
            "Riding shop closes July 31.",
            "Lena,\n\nWe will close the riding shop on July 31. Three people move to the ranch with us. Would you find out what comes back?\n\nBuck",
        ),
        source(
            "82",
            "email",
            1,
            "2027-02-17T10:00:00Z",
            "Lena Fischer",
            "Cobalt Specialty offers $9,300.",
            "Carla,\n\nCobalt Specialty will do it for $9,300.\n\nLena",
        ),
        source(
            "82",
            "call",
            2,
            "2027-03-04T10:00:00Z",
            "Carla Wicker",
            "Carla goes with her bank's agency at $8,400.",
            "Lena: Lena Fischer.\nCarla: My bank has an agency and they came in at eighty-four hundred.\nLena: I cannot touch that.",
        ),
        source(
            "83",
            "email",
            1,
            "2027-02-21T10:00:00Z",
            "Tobias Horn",
            "Inquiry: lobster, three refrigerated trucks.",
            "Lena,\n\nlobster, wholesale, with three refrigerated trucks. The caterers bring the alcohol to our open day.\n\nTobias",
        ),
        source(
            "83",
            "sms",
            2,
            "2027-03-08T10:00:00Z",
            "Tobias Horn",
            "Each truck carries up to $30,000 of product.",
            "each truck carries up to 30,000 of product. Tobias",
        ),
    ]
}

fn reply(text: &str) -> Reply {
    let book = Book::new(accounts(), sources(), vec!["Lena Fischer".to_owned()]);
    respond(&Scene::new(&book, TODAY), text, &Conversation::default()).reply
}

/// Every question with what its answer says, and what it must not say.
#[track_caller]
fn says(rows: &[(&str, &[&str], &[&str])]) {
    let wrong: Vec<String> = rows
        .iter()
        .filter_map(|(text, with, without)| match reply(text) {
            Reply::Answer(answer)
                if with.iter().all(|said| answer.text.contains(said))
                    && !without.iter().any(|said| answer.text.contains(said)) =>
            {
                None
            }
            other => Some(format!("{text}: {other:?}")),
        })
        .collect();
    assert_eq!(wrong, [] as [String; 0]);
}

#[test]
fn what_is_new_is_told_by_the_newest_message_or_by_one_of_that_time() {
    says(&[
        (
            "What is new at Elkhorn Guest Ranch?",
            &["riding shop", "July 31"],
            &["Not known"],
        ),
        (
            "What is changing at Elkhorn Guest Ranch this summer, and by when?",
            &["riding shop", "July 31"],
            &["Not known"],
        ),
        (
            "What is changing at Elkhorn Guest Ranch in July?",
            &["July 31"],
            &["Not known"],
        ),
        (
            "What is changing at Elkhorn Guest Ranch this winter?",
            &["Not known"],
            &["July 31"],
        ),
        (
            "What is changing at Wicker Fence Co this summer?",
            &["Not known"],
            &["$8,400"],
        ),
    ]);
}

#[test]
fn what_goes_back_up_is_rebuilt_unless_it_is_a_price() {
    says(&[
        (
            "Is the barn at Elkhorn Guest Ranch going back up with two stories?",
            &["one story instead of two"],
            &["Not known"],
        ),
        (
            "Will the barn at Elkhorn Guest Ranch be rebuilt?",
            &["one story"],
            &["Not known"],
        ),
        (
            "Is the price at Elkhorn Guest Ranch going back up?",
            &["Not known"],
            &["one story instead"],
        ),
        (
            "Were the two reunions at Elkhorn Guest Ranch part of the policy?",
            &["Not known", "asked or left open"],
            &[],
        ),
        (
            "Does Elkhorn Guest Ranch want to lend out helmets?",
            &["we do not want to lend out"],
            &["Not known"],
        ),
    ]);
}

#[test]
fn what_somebody_else_offered_is_found_and_compared() {
    says(&[
        (
            "What price did Carla Wicker get elsewhere, and how far under ours was it?",
            &["$8,400", "Difference: $9,300 - $8,400 = $900."],
            &["Not known"],
        ),
        (
            "What price did Elkhorn Guest Ranch get elsewhere?",
            &["Not known"],
            &["July 31"],
        ),
    ]);
}

#[test]
fn so_much_each_is_multiplied_by_the_count_on_file() {
    says(&[
        (
            "All trucks together, how much product can Tern Seafood have on the road?",
            &["Together: 3 x $30,000 = $90,000."],
            &[],
        ),
        (
            "How much product does a truck of Tern Seafood carry?",
            &["30,000"],
            &["$90,000"],
        ),
    ]);
}

#[test]
fn what_a_note_says_is_missing_is_missing() {
    says(&[
        (
            "What are we still missing from Tern Seafood?",
            &["Loss runs missing."],
            &["Not known"],
        ),
        (
            "Has Tern Seafood sent its loss runs?",
            &["Loss runs missing."],
            &["Not known"],
        ),
        (
            "Has Tern Seafood sent its floor plan?",
            &["Not known"],
            &["Loss runs missing."],
        ),
        (
            "Who brings the drinks to the open day of Tern Seafood?",
            &["caterers"],
            &["Not known"],
        ),
        (
            "What are we still missing from Larkrise School?",
            &["Not known"],
            &[],
        ),
    ]);
}

#[test]
fn a_kind_of_place_is_a_trade_and_a_kind_of_policy_is_none() {
    says(&[
        (
            "What sort of shop is Quillfeather and which town is it in?",
            &["toy store", "Salem"],
            &["Coverages"],
        ),
        (
            "What kind of place is Elkhorn?",
            &["guest ranch"],
            &["Coverages"],
        ),
        (
            "What type of policy does Quillfeather have?",
            &["Business Owners"],
            &["toy store"],
        ),
        ("How is Quillfeather doing?", &["Bound"], &["toy store"]),
        (
            "Where is Tern Seafood with us?",
            &["Submitted"],
            &["Mobile"],
        ),
        ("Where is Tern Seafood?", &["Mobile"], &["Submitted"]),
        ("toy company in Salem premium", &["$1,900"], &["Not known"]),
    ]);
}

#[test]
fn one_of_a_kind_is_no_account_and_money_that_is_no_premium_is_on_no_file() {
    says(&[
        (
            "Who on our books runs a daycare or a preschool?",
            &["Fernwood Daycare", "Larkrise School"],
            &["Elkhorn"],
        ),
        (
            "With which insurer did we bind the most accounts?",
            &["Alder Mutual", "2 accounts"],
            &["Brightsign"],
        ),
        (
            "How much did we take in as broker fees on the bound accounts?",
            &["Not known"],
            &["$1,900"],
        ),
        (
            "How much have we paid out in refunds on bound accounts?",
            &["Not known"],
            &["$1,900"],
        ),
        (
            "How much premium did we take in on the bound accounts?",
            &["$33,900"],
            &["Not known"],
        ),
        (
            "How much did we collect in premiums on bound accounts?",
            &["$33,900"],
            &["Not known"],
        ),
    ]);
}
