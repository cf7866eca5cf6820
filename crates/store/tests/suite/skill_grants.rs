//! Scripts of skills are allowed as their files were, and with any other content they are not.

use steward_model::{Clock as _, Role};
use steward_store::SkillGrant;
use steward_testkit::{Cell, TestDatabase};

use super::story::{new_org, person};

stories![
    what_is_allowed_holds_for_these_files_alone,
    it_is_on_the_record_and_another_organisation_knows_nothing_of_it,
    whoever_allowed_it_may_leave,
];

const LEASES: (&str, &str) = ("leases", "aa11");

async fn what_is_allowed_holds_for_these_files_alone(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga) = new_org(&store, "Acme").await;
    let here = store.org(org);
    assert_eq!(here.skill_grants(&[LEASES]).await.unwrap(), [None]);
    assert!(here.allow_skill_scripts(LEASES, olga).await.unwrap());
    // Allowed already: nothing to write down.
    assert!(!here.allow_skill_scripts(LEASES, olga).await.unwrap());
    let grant = |holds| SkillGrant {
        holds,
        by: Some(olga),
        at: db.clock().now(),
    };
    let asked = [LEASES, ("leases", "bb22"), ("rents", "aa11")];
    let said = here.skill_grants(&asked).await.unwrap();
    assert_eq!(said, [Some(grant(true)), Some(grant(false)), None]);
    let changed = ("leases", "bb22");
    assert!(here.allow_skill_scripts(changed, olga).await.unwrap());
    let said = here.skill_grants(&asked).await.unwrap();
    assert_eq!(said, [Some(grant(false)), Some(grant(true)), None]);
    assert!(here.withdraw_skill_scripts("leases", olga).await.unwrap());
    assert!(!here.withdraw_skill_scripts("leases", olga).await.unwrap());
    assert_eq!(here.skill_grants(&asked).await.unwrap(), [None, None, None]);
}

async fn it_is_on_the_record_and_another_organisation_knows_nothing_of_it(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga) = new_org(&store, "Acme").await;
    let (other, _) = new_org(&store, "Other").await;
    let here = store.org(org);
    here.allow_skill_scripts(LEASES, olga).await.unwrap();
    assert_eq!(
        store.org(other).skill_grants(&[LEASES]).await.unwrap(),
        [None]
    );
    assert!(
        !store
            .org(other)
            .withdraw_skill_scripts("leases", olga)
            .await
            .unwrap()
    );
    here.withdraw_skill_scripts("leases", olga).await.unwrap();
    let sql = format!(
        "select actor, action from audit where org_id = '{org}' and action like 'skill.%' order by id"
    );
    let rows = db.data().rows(&sql).await;
    let text = |text: &str| Cell::Text(text.to_owned());
    let by = text(&format!("member:{olga}"));
    assert_eq!(
        rows,
        [
            vec![by.clone(), text("skill.scripts_allowed")],
            vec![by, text("skill.scripts_withdrawn")],
        ]
    );
}

async fn whoever_allowed_it_may_leave(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let here = store.org(org);
    let ada = here.create_member(person("Ada", Role::Admin));
    let ada = ada.await.unwrap().id;
    here.allow_skill_scripts(LEASES, ada).await.unwrap();
    assert!(here.delete_member(ada).await.unwrap());
    let said = here.skill_grants(&[LEASES]).await.unwrap();
    let grant = said[0].unwrap();
    assert!(grant.holds && grant.by.is_none());
}
