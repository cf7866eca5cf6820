//! Words that a client carries from one request to the next.

use steward_testkit::TestDatabase;

use super::story::new_org;

stories![what_a_client_carries_opens_for_its_member_and_purpose_alone];

async fn what_a_client_carries_opens_for_its_member_and_purpose_alone(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga) = new_org(&store, "Acme").await;
    let (other, theirs) = new_org(&store, "Other").await;
    let here = store.org(org);
    let mut sealed = here.seal_token(olga, "accounts", b"words").await.unwrap();
    let opened = async |sealed: &[u8], purpose| {
        let opened = here.open_token(olga, purpose, sealed).await;
        opened.unwrap()
    };
    assert_eq!(
        opened(&sealed, "accounts").await.as_deref(),
        Some(&b"words"[..])
    );
    assert_eq!(opened(&sealed, "another").await, None);
    let there = store.org(other);
    let foreign = there.open_token(theirs, "accounts", &sealed).await;
    assert_eq!(foreign.unwrap(), None);
    sealed[20] ^= 1;
    assert_eq!(opened(&sealed, "accounts").await, None);
    assert_eq!(opened(b"", "accounts").await, None);
}
