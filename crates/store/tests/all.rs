//! What the store promises, on every database it runs on.

#[cfg(test)]
mod suite {
    #[macro_use]
    mod story;
    #[macro_use]
    mod sweep;

    mod agent_configs;
    mod agents;
    mod alarms;
    mod api_keys;
    mod approvals;
    mod audit;
    mod audit_contents;
    mod audit_tampered;
    mod blocks;
    mod blocks_changed;
    mod budgets;
    mod chats;
    mod consent;
    mod contacts;
    mod disk;
    mod documents;
    mod draft_records;
    mod encryption;
    mod faults;
    mod files;
    mod files_indexed;
    mod files_raced;
    mod flags;
    mod forgetting;
    mod forgetting_meanwhile;
    mod forgetting_quotes;
    mod forgetting_written;
    mod idempotency;
    mod inbox;
    mod instructions;
    mod jobs;
    mod keys;
    mod lines;
    mod mails;
    mod member_events;
    mod members;
    mod memory_faults;
    mod memory_forget;
    mod memory_index;
    mod migrations;
    mod model;
    mod notices;
    mod opt_outs;
    mod orgs;
    mod outbox;
    mod outbox_faults;
    mod outbox_pace;
    mod outbox_rules;
    mod outbox_settle;
    mod own_agents;
    mod own_schedules;
    mod passages;
    mod passages_found;
    mod phone;
    mod plans;
    mod postgres;
    mod record_faults;
    mod responses;
    mod responses_faults;
    mod rotation;
    mod runtime_faults;
    mod schedules;
    mod scopes;
    mod sessions;
    mod skill_grants;
    mod statements;
    mod streams;
    mod suggestions;
    mod summaries;
    mod team_inbox;
    mod text;
    mod text_files;
    mod texts;
    mod tokens;
    mod turn_records;
    mod turns;
    mod work_faults;
}
