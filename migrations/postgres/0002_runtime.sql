-- What happens: agents, their threads, what arrives on a thread, the turns that answer it, what leaves for the world.
-- Every rule that must hold at all times is a constraint here, so that it holds on both databases and in every crash.

create table agent (
    id text primary key,
    org_id text not null references org (id) on delete cascade,
    -- Whose agent it is; the organisation's own without one.
    member_id text references member (id) on delete cascade,
    name text not null,
    -- The system agent it was cloned from.
    source text,
    -- Persona, goals and instructions, as JSON.
    profile_enc bytea not null,
    model text,
    -- The tools it may have, as a JSON list of names.
    tools text not null,
    send_mode text not null default 'suggest' check (send_mode in ('suggest', 'autonomous')),
    memory_mode text not null default 'shared' check (memory_mode in ('shared', 'isolated', 'overlay')),
    -- What it may spend in a day, in millionths of a dollar and in tokens; the configured limit without them.
    daily_micros bigint,
    daily_tokens bigint,
    revision bigint not null,
    created_at bigint not null
);
create index agent_by_org on agent (org_id, id);
create index agent_by_member on agent (member_id);

-- Who answers on a line; without one, a person is told.
alter table line add column agent_id text references agent (id) on delete set null;
create index line_by_agent on line (agent_id);

create table thread (
    id text primary key,
    org_id text not null references org (id) on delete cascade,
    agent_id text not null references agent (id) on delete cascade,
    correlation_key text not null,
    -- The scope whose key seals everything on the thread.
    scope text not null,
    state text not null check (state in ('idle', 'queued', 'running', 'archived')),
    -- Grows with every claim; whoever writes with an older one has lost the thread.
    lease_epoch bigint not null,
    lease_owner text,
    lease_until bigint,
    last_event bigint not null,
    last_item bigint not null,
    last_turn bigint not null,
    -- Not before this is a queued thread claimed.
    wake_at bigint not null,
    -- Turns that failed one after the other; enough of them put the thread on hold.
    failures bigint not null,
    -- Why nobody works on it until a person decides.
    hold_reason text,
    created_at bigint not null,
    active_at bigint not null
);
create unique index thread_by_key on thread (org_id, agent_id, correlation_key) where state <> 'archived';
create index thread_by_agent on thread (agent_id);
create index thread_queued on thread (wake_at, id) where state = 'queued';
create index thread_running on thread (lease_until, id) where state = 'running';

create table event (
    id text primary key,
    org_id text not null references org (id) on delete cascade,
    thread_id text not null references thread (id) on delete cascade,
    seq bigint not null,
    -- Where it came from and how that place names it: the same thing delivered twice is one event.
    source text not null,
    dedupe_key text not null,
    kind text not null,
    payload_enc bytea not null,
    integrity text not null check (integrity in ('untrusted', 'user', 'operator', 'system')),
    received_at bigint not null,
    turn_id text
);
create unique index event_once on event (org_id, source, dedupe_key);
create unique index event_by_thread on event (thread_id, seq);
create index event_unread on event (thread_id, seq) where turn_id is null;

create table turn (
    id text primary key,
    org_id text not null references org (id) on delete cascade,
    thread_id text not null references thread (id) on delete cascade,
    no bigint not null,
    -- The claim that may write to it.
    epoch bigint not null,
    -- How many workers have had it; the first one counts.
    workers bigint not null,
    state text not null check (state in ('open', 'done', 'failed')),
    -- What the machine was started with, as JSON. It is there before anything is asked of anybody.
    setup_enc bytea not null,
    agent_revision bigint not null,
    model text not null,
    -- How it ended, in one word, and in full as JSON.
    outcome text,
    outcome_enc bytea,
    steps bigint not null,
    input_tokens bigint not null,
    output_tokens bigint not null,
    cost_micros bigint not null,
    started_at bigint not null,
    ended_at bigint,
    check ((state = 'open') = (ended_at is null))
);
create unique index turn_by_thread on turn (thread_id, no);
create unique index turn_open on turn (thread_id) where state = 'open';
create index turn_by_org on turn (org_id, id);

-- What the machine was told, in order: a turn is replayed from these and its setup.
create table step (
    turn_id text not null references turn (id) on delete cascade,
    no bigint not null,
    org_id text not null references org (id) on delete cascade,
    kind text not null,
    -- SHA-256 of what was asked of the model or the tools.
    request_hash bytea not null,
    state text not null check (state in ('started', 'done')),
    attempt bigint not null,
    event_enc bytea,
    input_tokens bigint not null,
    output_tokens bigint not null,
    cost_micros bigint not null,
    started_at bigint not null,
    ended_at bigint,
    primary key (turn_id, no),
    check ((state = 'done') = (event_enc is not null))
);

create table item (
    id text primary key,
    org_id text not null references org (id) on delete cascade,
    thread_id text not null references thread (id) on delete cascade,
    seq bigint not null,
    kind text not null check (kind in ('user', 'assistant', 'tool_call', 'tool_output', 'reasoning')),
    content_enc bytea not null,
    integrity text not null check (integrity in ('untrusted', 'user', 'operator', 'system')),
    turn_id text,
    created_at bigint not null
);
create unique index item_by_thread on item (thread_id, seq);
