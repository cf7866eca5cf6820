-- Replies that an agent drafted and may not send. A person sends one of them, as it is or changed, or none.
create table suggestion (
    id text primary key,
    org_id text not null references org (id) on delete cascade,
    -- Derived from where it was drafted, so that drafting it again after a crash is the same draft.
    idem_key text not null,
    thread_id text not null references thread (id) on delete cascade,
    turn_id text not null references turn (id) on delete cascade,
    agent_id text not null references agent (id) on delete cascade,
    contact_id text not null references contact (id) on delete cascade,
    line_id text not null references line (id) on delete cascade,
    -- The last of what arrived that it answers. What arrives after it makes it outdated.
    answers bigint not null,
    -- Both addresses and the drafts, as JSON.
    draft_enc bytea not null,
    state text not null check (state in ('waiting', 'sent', 'dismissed', 'outdated')),
    -- Which of the drafts was sent, from 0, and whether a person changed it before.
    picked bigint,
    edited bigint not null,
    effect_id text references effect (id) on delete set null,
    decided_by text references member (id) on delete set null,
    decided_at bigint,
    created_at bigint not null
);
create unique index suggestion_once on suggestion (org_id, idem_key);
create unique index suggestion_waiting on suggestion (thread_id) where state = 'waiting';
create index suggestion_by_org on suggestion (org_id, id);
create index suggestion_by_thread on suggestion (thread_id, id);
create index suggestion_by_turn on suggestion (turn_id);
create index suggestion_by_agent on suggestion (agent_id, id);
create index suggestion_by_contact on suggestion (contact_id);
create index suggestion_by_line on suggestion (line_id);
