//! The program as an operator meets it: how it starts, refuses, stops and dies.

mod flags;
mod killed;
mod refusals;
mod restore;
mod secrets;
mod slow_bodies;
mod stopping;
mod token;
mod verify;
mod weak_disk;
