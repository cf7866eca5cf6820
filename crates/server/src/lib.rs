#![doc = include_str!("../README.md")]

mod app;
mod assistant;
mod auth;
mod cli;
pub mod config;
mod door;
mod error;
mod extract;
mod extractor;
#[cfg(feature = "faults")]
mod faults;
#[cfg(not(feature = "faults"))]
#[path = "no_faults.rs"]
mod faults;
mod first_owner;
mod home;
mod http;
mod loopback;
mod machine;
mod news;
mod offline;
mod openapi;
mod openapi_page;
mod readiness;
mod router;
mod routes;
mod serve;
mod server;
mod sign_in_link;
mod switched;
mod telemetry;
mod watch;
mod web_ui;

pub use self::cli::run;
pub use self::server::Server;
