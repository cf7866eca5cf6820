//! The machine, event by event. Every run is checked for what must hold always; see `fixture`.

mod approvals;
mod failures;
mod fixture;
mod news;
mod properties;
mod steps;
mod tools;
