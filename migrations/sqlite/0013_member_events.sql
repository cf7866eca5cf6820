-- What members are told of what happens outside their requests: the names of things, and nothing that anybody said. A stream
-- is one member's own (`member:…`) or everybody's in the organisation (`org:…`).
create table member_event (
    stream_id text not null references stream (id) on delete cascade,
    seq integer not null,
    org_id text not null references org (id) on delete cascade,
    kind text not null,
    thread_id text,
    turn_id text,
    subject text,
    state text,
    created_at integer not null,
    primary key (stream_id, seq)
) strict;
create index member_event_by_age on member_event (created_at);

-- Who uses the agent's own API, and where their one conversation is.
create table agent_config (
    member_id text primary key references member (id) on delete cascade,
    org_id text not null references org (id) on delete cascade,
    agent_id text not null references agent (id) on delete cascade,
    thread_id text references thread (id) on delete set null,
    enabled integer not null,
    updated_at integer not null
) strict;
create index agent_config_by_org on agent_config (org_id);
create index agent_config_by_agent on agent_config (agent_id);
create index agent_config_by_thread on agent_config (thread_id);
