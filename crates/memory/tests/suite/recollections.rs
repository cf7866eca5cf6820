//! What comes to mind: each thing once, kept for a while, and not a moment longer than it is true.

use std::time::Duration;

use jiff::Zoned;
use steward_memory::{Counts, Library, Occasion, Path, Reader, Recollection};
use steward_model::{Scope, SystemIds, ThreadId};
use steward_testkit::{TestDatabase, on_both};

use super::library::Team;

const ASKED: &str = "When does the lease of the bakery in Tartu end?";

struct Asker<'t> {
    team: &'t Team,
    library: &'t Library,
    thread: ThreadId,
}

impl Asker<'_> {
    async fn at(&self, time: &str, said: &str) -> Recollection {
        let scopes = [Scope::Contact(self.team.ana), Scope::Org(self.team.org)];
        let now: Zoned = format!("2026-01-02T{time}+00:00[UTC]").parse().unwrap();
        let occasion = Occasion {
            org: self.team.org,
            scopes: &scopes,
            reader: Reader::Anyone,
            thread: self.thread,
            shown_after: 0,
            said: &[said],
            before: None,
            also: &[],
            fresh_for: Duration::from_secs(300),
            now,
        };
        self.library.recollect(&occasion).await.unwrap()
    }
}

#[test]
fn the_same_question_is_not_looked_for_twice_unless_something_changed() {
    on_both(async |db: TestDatabase| {
        let team = Team::new(&db).await;
        let library = team.library(100_000_000);
        let thread = ThreadId::generate(&SystemIds);
        let asker = Asker {
            team: &team,
            library: &library,
            thread,
        };
        team.remember(
            &library,
            team.ana,
            "a",
            "The lease of the bakery in Tartu ends in March.",
        )
        .await;
        let first = asker.at("10:00:00", ASKED).await;
        assert_eq!(
            (first.path, first.memories.len(), first.cached),
            (Path::Fast, 1, false)
        );
        let again = asker.at("10:04:59", ASKED).await;
        assert_eq!(
            (again.memories, again.cached),
            (first.memories.clone(), true)
        );
        // Something else, later, and after a change it is looked for.
        assert!(
            !asker
                .at("10:01:00", "Who owns the bakery in Tartu?")
                .await
                .cached
        );
        assert!(!asker.at("10:02:00", ASKED).await.cached);
        assert!(!asker.at("10:07:01", ASKED).await.cached);
        team.remember(
            &library,
            team.ana,
            "b",
            "The bakery's lease in Tartu was made longer, until May.",
        )
        .await;
        let after = asker.at("10:07:02", ASKED).await;
        assert_eq!((after.memories.len(), after.cached), (2, false));
        let counts = library.counts(team.org, &[Scope::Contact(team.ana), Scope::Org(team.org)]);
        assert_eq!(
            counts,
            Some(Counts {
                archival: 2,
                recall: 0
            })
        );
        assert_eq!(library.counts(team.org, &[Scope::Contact(team.bo)]), None);
    });
}

#[test]
fn nothing_that_was_forgotten_comes_to_mind_again() {
    on_both(async |db: TestDatabase| {
        let team = Team::new(&db).await;
        let library = team.library(100_000_000);
        let thread = ThreadId::generate(&SystemIds);
        let asker = Asker {
            team: &team,
            library: &library,
            thread,
        };
        team.remember(
            &library,
            team.ana,
            "a",
            "The lease of the bakery in Tartu ends in March.",
        )
        .await;
        let first = asker.at("10:00:00", ASKED).await;
        assert_eq!(first.memories.len(), 1);
        assert!(
            team.store
                .org(team.org)
                .forget_contact(team.ana, "test")
                .await
                .unwrap()
        );
        let last =
            library.last_recollection(team.org, thread, first.until.minus(Duration::from_secs(9)));
        assert_eq!(last.await.unwrap(), None);
        assert_eq!(asker.at("10:00:01", ASKED).await.memories, []);
    });
}

#[test]
fn what_says_the_same_comes_to_mind_once() {
    on_both(async |db: TestDatabase| {
        let team = Team::new(&db).await;
        let library = team.library(100_000_000);
        let thread = ThreadId::generate(&SystemIds);
        let asker = Asker {
            team: &team,
            library: &library,
            thread,
        };
        for (id, text) in [
            ("a", "The lease of the bakery in Tartu ends in March."),
            ("b", "The lease of the bakery in Tartu ends in March!"),
            ("c", "the lease of the bakery in tartu ends in march"),
            ("d", "Mirela signed the lease of the bakery."),
        ] {
            team.remember(&library, team.ana, id, text).await;
        }
        let memories = asker.at("10:00:00", ASKED).await.memories;
        let about_march = memories
            .iter()
            .filter(|one| one.passage.text.to_lowercase().contains("march"));
        assert_eq!((about_march.count(), memories.len()), (1, 2));
    });
}
