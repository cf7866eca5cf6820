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
mod watched;
mod web_ui;

pub use self::cli::run;
pub use self::server::Server;
pub use self::watched::{Watcher, run_watched};
