//! Test 32: the whole runtime on simulated hosts, with a network that delays, loses and splits, and with crashes.
//!
//! The store and its threads are the real ones; network and time are simulated. A seed decides what goes wrong and when,
//! and the same seed tells the same story again, to the millisecond. For that, time stands still while the database is at
//! work (`stillness`), nothing on the network is left to chance, and turns end at moments of their own (`mind`). What is
//! not repeated is the order in which tasks that wake at the same moment reach the database, and crashes come between two
//! such moments, never within one: failing there is what the other tests do, at every point.

#[cfg(test)]
mod simulation {
    mod carrier;
    #[path = "../suite/invariants.rs"]
    mod invariants;
    mod mind;
    mod node;
    mod people;
    mod plan;
    mod stillness;
    mod story;
    mod wire;

    mod seeds;
}
