//! One file per resource: its wire types, its errors, its handlers.

pub(crate) mod agents;
pub(crate) mod approvals;
pub(crate) mod contacts;
pub(crate) mod effects;
pub(crate) mod health;
pub(crate) mod jobs;
pub(crate) mod keys;
pub(crate) mod lines;
pub(crate) mod me;
pub(crate) mod members;
pub(crate) mod metrics;
pub(crate) mod notices;
pub(crate) mod openapi;
pub(crate) mod org;
pub(crate) mod page;
pub(crate) mod ready;
pub(crate) mod schedules;
pub(crate) mod sign_in;
pub(crate) mod sign_out;
pub(crate) mod text;
pub(crate) mod threads;
pub(crate) mod tools;
pub(crate) mod turns;
pub(crate) mod usage;
pub(crate) mod webhooks;
pub(crate) mod words;
