//! What is done to servers while people write to them.

use std::time::{Duration, Instant};

use rustix::process::Signal;
use steward_testkit::Backend;

use crate::course::{Course, Fate};
use crate::model::POISON;
use crate::report::Outcome;
use crate::server::Process;
use crate::world::{Carrier, Fault, Programs, World};

/// Longer than a thread's lease, and shorter than it takes until somebody else tries a send again: nobody can be
/// protected from a process that freezes for longer with a message half out of its hands.
const FROZEN: Duration = Duration::from_millis(1800);

/// No two lives come by the same points: so many in a row must come to their end before all points were seen.
const ENOUGH: usize = 4;

/// Workers that may have a turn before it is given up.
const MOST_WORKERS: u64 = 3;

/// Deliveries that may be waiting while servers are killed.
const BACKLOG: usize = 2;

/// Questions to the model before a server is killed at random, and how long to wait for them.
const MOST_QUESTIONS: u64 = 16;
const MOST_PATIENCE: Duration = Duration::from_secs(2);

/// By when another process must have taken over: its lease is a second, and the machine may be busy.
const TAKEN_OVER: Duration = Duration::from_secs(10);

/// Kills a server at its first point, another at its second, and so on until one comes to its end. Each is followed by
/// one that is left alone.
pub(crate) async fn sweep(
    programs: &Programs,
    name: &str,
    carrier: Carrier,
    step: usize,
) -> Outcome {
    let world = World::new(programs, Backend::Sqlite, 1, carrier).await;
    let mut course = Course::new(name, world, carrier.seed);
    let mut rested = 0;
    for at in (1..).step_by(step) {
        course.somebody_writes(2);
        course.somebody_writes(1);
        let mut server = course.world.start(0, Fault::Kill(at));
        let fate = course.watch(&mut server).await;
        drop(server);
        if fate == Fate::Rested {
            rested += 1;
        } else {
            rested = 0;
            course.struck(0);
            course.recover().await;
        }
        if rested == ENOUGH {
            break;
        }
    }
    course.end().await
}

/// Kills a server again and again, at any moment, and starts it again at once.
pub(crate) async fn random(
    programs: &Programs,
    name: &str,
    carrier: Carrier,
    kills: usize,
) -> Outcome {
    let world = World::new(programs, Backend::Sqlite, 1, carrier).await;
    let mut course = Course::new(name, world, carrier.seed);
    while course.kills < kills {
        let server = course.world.start(0, Fault::None);
        some_work(&mut course).await;
        drop(server);
        course.kills += 1;
    }
    course.recover().await;
    course.end().await
}

/// Two servers on one database: now one is killed and now the other, and started again at once.
pub(crate) async fn random_pair(
    programs: &Programs,
    name: &str,
    carrier: Carrier,
    kills: usize,
) -> Outcome {
    let world = World::new(programs, Backend::Postgres, 2, carrier).await;
    let mut course = Course::new(name, world, carrier.seed);
    let mut servers = [0, 1].map(|which| course.world.start(which, Fault::None));
    while course.kills < kills {
        some_work(&mut course).await;
        let which = usize::from(course.chance.below(2) == 1);
        drop(servers[which].take());
        course.kills += 1;
        servers[which] = course.world.start(which, Fault::None);
    }
    course.rest().await;
    servers.into_iter().flatten().for_each(drop);
    course.end().await
}

/// Two servers on one database, of which one freezes at a point for longer than its lease and then goes on, or is
/// killed there.
pub(crate) async fn strike_one_of_two(
    programs: &Programs,
    name: &str,
    carrier: Carrier,
    (fault, step): (fn(u64) -> Fault, usize),
) -> Outcome {
    let world = World::new(programs, Backend::Postgres, 2, carrier).await;
    let mut course = Course::new(name, world, carrier.seed);
    let mut rested = 0;
    for at in (1..).step_by(step) {
        let other = course.world.start(1, Fault::None);
        let mut one = course.world.start(0, fault(at));
        course.somebody_writes(2);
        course.somebody_writes(1);
        let fate = course.watch(&mut one).await;
        if fate == Fate::Struck {
            outlive(&mut course, one.as_mut()).await;
        }
        one.into_iter().chain(other).for_each(drop);
        rested = if fate == Fate::Rested { rested + 1 } else { 0 };
        if rested == ENOUGH {
            break;
        }
    }
    course.end().await
}

/// Lets the other server take over what the struck one had.
async fn outlive(course: &mut Course, struck: Option<&mut Process>) {
    let begun = Instant::now();
    if let Some(frozen) = struck
        && !frozen.has_ended()
    {
        course.frozen(0);
        tokio::time::sleep(FROZEN).await;
        frozen.signal(Signal::CONT);
    } else {
        course.struck(0);
    }
    course.rest().await;
    if begun.elapsed() > TAKEN_OVER {
        let kills = course.kills;
        course
            .findings
            .breaks(format!("at kill {kills}: nobody took over in time"));
    }
}

/// A turn that kills whoever runs it, among others that do not.
pub(crate) async fn poison(programs: &Programs, name: &str, carrier: Carrier) -> Outcome {
    let world = World::new(programs, Backend::Sqlite, 1, carrier).await;
    let mut course = Course::new(name, world, carrier.seed);
    course.somebody_says(POISON);
    loop {
        course.somebody_writes(1);
        let mut server = course.world.start(0, Fault::None);
        if let Some(server) = &server {
            course.world.model.aim_at(server.pid());
        }
        let fate = course.watch(&mut server).await;
        drop(server);
        if fate == Fate::Rested {
            break;
        }
        course.kills += 1;
    }
    let deaths = course.world.model.poisoned();
    if deaths != MOST_WORKERS {
        course
            .findings
            .breaks(format!("a poisoned turn was run {deaths} times"));
    }
    let outcome = course.end().await;
    outcome.expecting_given_up(1)
}

/// Waits until the model was asked some times more, and then for a moment: the machine may be slow, and a server that never
/// gets to work proves little. People go on writing meanwhile.
async fn some_work(course: &mut Course) {
    let enough = course.world.model.requests() + course.chance.below(MOST_QUESTIONS);
    let begun = Instant::now();
    while course.world.model.requests() < enough && begun.elapsed() < MOST_PATIENCE {
        more_writing(course);
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    tokio::time::sleep(Duration::from_millis(course.chance.below(40))).await;
}

fn more_writing(course: &mut Course) {
    while course.under_way() < BACKLOG {
        let texts = usize::try_from(1 + course.chance.below(3)).unwrap();
        course.somebody_writes(texts);
    }
}
