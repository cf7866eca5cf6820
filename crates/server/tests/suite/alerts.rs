//! What a person is told of a text at once, whatever an agent makes of it.

use steward_testkit::on_both;

use super::webhooks::{ANA, OURS, text_from, with_twilio};
use crate::support::TestServer;

/// What people are told, the newest last.
async fn told(server: &TestServer) -> Vec<String> {
    let request = server.get("/api/notices?open=true&limit=100");
    let answer = request.bearer(&server.ours.token).send().await.expect(200);
    let notices = answer["items"].as_array().unwrap().iter();
    notices
        .map(|notice| notice["text"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn a_person_hears_of_emergencies_and_of_who_asks_for_one_once() {
    on_both(|database| async {
        let server = with_twilio(database).await;
        let before = told(&server).await.len();
        for (number, said, new) in [
            (1, "What day is trash pickup?", None),
            (
                2,
                "I smell gas in the hallway",
                Some("This may be an emergency: read it now."),
            ),
            (2, "I smell gas in the hallway", None),
            (
                3,
                "Can I talk to a real person?",
                Some("They ask for a person."),
            ),
            (4, "please don't text me again", None),
            (
                5,
                "there is smoke coming out of the outlet",
                Some(
                    "This may be an emergency: read it now. They have opted out and get no answer.",
                ),
            ),
            (
                6,
                "did you get that?",
                Some(
                    "Somebody wrote who wants no messages. They have opted out and get no answer.",
                ),
            ),
        ] {
            let known = told(&server).await.len();
            let sid = format!("SM{number:032}");
            let answer = text_from(&server, &sid, (ANA, OURS), said).await;
            assert_eq!(answer.status, 200, "{answer}");
            let after = told(&server).await;
            assert_eq!(after.get(known).map(String::as_str), new, "{said}");
        }
        let both = "Stop texting me and call an ambulance, he is not breathing";
        let answer = text_from(&server, &format!("SM{:032}", 7), (ANA, OURS), both).await;
        assert_eq!(answer.status, 200, "{answer}");
        let last = told(&server).await.pop();
        assert_eq!(
            last.as_deref(),
            Some("This may be an emergency: read it now.")
        );
        assert_eq!(told(&server).await.len(), before + 5);
    });
}
