//! What the server promises, through its real router and through its real process.

#[cfg(test)]
mod support {
    pub(crate) mod document;
    pub(crate) mod hijacked;
    pub(crate) mod hostile;
    pub(crate) mod hostile_accounts;
    mod identifiers;
    pub(crate) mod identity_provider;
    pub(crate) mod mail_server;
    pub(crate) mod model;
    pub(crate) mod process;
    pub(crate) mod reading;
    mod request;
    mod rounds;
    mod seeds;
    mod server;
    pub(crate) mod sse;
    pub(crate) mod tenant;
    mod work;

    pub(crate) use self::document::{Document, Operation};
    pub(crate) use self::request::{Answer, Browser, Request};
    pub(crate) use self::rounds::rounds;
    pub(crate) use self::server::{TestServer, sqlite};
}

#[cfg(test)]
mod suite {
    mod accounts;
    mod accounts_dialogue;
    mod accounts_edited;
    mod accounts_proposals;
    mod accounts_search_agent;
    mod agent_api;
    mod agent_drafts;
    mod agents;
    mod alerts;
    mod answering;
    mod bad_input;
    mod broken_off;
    mod cancelled;
    mod caps;
    mod chat;
    mod consent;
    mod credentials;
    mod errors;
    mod events;
    mod flags;
    mod forged;
    mod forgetting;
    mod forgetting_derived;
    mod hijacked;
    mod hijacked_stops;
    mod hostile_bytes;
    mod idempotency;
    mod identity;
    mod inbox;
    mod keys;
    mod late_answers;
    mod lost_webhooks;
    mod mail;
    mod media;
    mod member_texts;
    mod memory;
    mod oidc;
    mod one_reply;
    mod openai;
    mod openai_agents;
    mod openai_conversations;
    mod openai_cut_short;
    mod openai_given_up;
    mod openai_heeded;
    mod openai_instructions;
    mod openai_left;
    mod openai_lists;
    mod openai_named;
    mod openai_private;
    mod openai_references;
    mod openai_refused;
    mod openapi;
    mod phone;
    mod process;
    mod quiet;
    mod quo;
    mod read_on;
    mod rehearsal;
    mod roles;
    mod schedules;
    mod scripts;
    mod senders;
    mod sign_in;
    mod skills;
    mod subagents;
    mod suggestions;
    mod tampered;
    mod tenants;
    mod threads;
    mod turns;
    mod webhooks;
    mod workspace;
}
