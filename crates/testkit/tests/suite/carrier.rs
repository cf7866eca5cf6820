//! The fake carrier in a process of its own.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use steward_channels::twilio::{Credentials, Twilio, TwilioSettings};
use steward_channels::{Carrier as _, LookupResult, Message, Outbound, Secret, SendResult};
use steward_model::{EffectId, SequentialIds, Timestamp};
use steward_testkit::{Accepted, CarrierSettings, FaultPlan};

struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts the binary and a client of its.
fn start(ledger: &Path, arguments: &[&str]) -> (Process, Twilio) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_fake-carrier"))
        .arg("--ledger")
        .arg(ledger)
        .args(arguments)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut address = String::new();
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    lines.read_line(&mut address).unwrap();
    let account = CarrierSettings::default();
    let token = Secret::new(account.auth_token).unwrap();
    let credentials = Credentials::AuthToken(token);
    let settings = TwilioSettings {
        base_url: format!("http://{}", address.trim()),
        ..TwilioSettings::new(account.account_sid, credentials, "https://steward.example")
    };
    (Process(child), Twilio::new(settings).unwrap())
}

fn message(ids: &SequentialIds, text: String) -> Outbound {
    let message = Message {
        to: "+14155550100".to_owned(),
        from: "+14155550101".to_owned(),
        text,
    };
    message.for_effect(EffectId::generate(ids))
}

#[tokio::test]
async fn its_ledger_outlives_it() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = folder.path().join("ledger");
    let ids = SequentialIds::default();
    let first = message(&ids, "first".to_owned());
    let (process, twilio) = start(&ledger, &[]);
    let sent = twilio.send(&first).await;
    drop(process);
    let before = Accepted::read_all(&ledger);
    let provider_ref = before[0].sid.clone();
    assert_eq!(before[0].effect(), Some(first.effect_id));
    assert_eq!(
        sent,
        SendResult::Sent {
            provider_ref: provider_ref.clone()
        }
    );

    let (_process, twilio) = start(&ledger, &[]);
    let found = twilio.look_up(&first, Timestamp::from_micros(0)).await;
    assert_eq!(found, LookupResult::Found { provider_ref });
    twilio.send(&message(&ids, "second".to_owned())).await;
    let numbers: Vec<_> = Accepted::read_all(&ledger)
        .into_iter()
        .map(|accepted| accepted.no)
        .collect();
    assert_eq!(numbers, [1, 2]);
}

#[tokio::test]
async fn its_faults_are_those_of_the_plan() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = folder.path().join("ledger");
    let kinds = "lose-request,lose-answer,error-after";
    let arguments = ["--seed", "5", "--fault-percent", "50", "--faults", kinds];
    let (_process, twilio) = start(&ledger, &[&arguments[..], &["--no-lookup"]].concat());
    let ids = SequentialIds::default();
    let mut unanswered = Vec::new();
    for no in 1..=60u64 {
        let outbound = message(&ids, format!("message {no}"));
        match twilio.send(&outbound).await {
            SendResult::Sent { .. } => {}
            SendResult::Unknown { .. } => {
                unanswered.push(no);
                let heard = twilio.look_up(&outbound, Timestamp::from_micros(0)).await;
                assert!(matches!(heard, LookupResult::Failed { .. }));
            }
            other => panic!("{other:?}"),
        }
    }
    let plan = FaultPlan::seeded(5, 50);
    let planned: Vec<_> = (1..=60).filter(|no| plan.fault(*no).is_some()).collect();
    assert_eq!(unanswered, planned);
    assert!(Accepted::read_all(&ledger).len() < 60);
}
