-- Work that nobody is waiting for: schedules, jobs; what may be spent; requests that may come twice.

create table schedule (
    id text primary key,
    org_id text not null references org (id) on delete cascade,
    agent_id text not null references agent (id) on delete cascade,
    -- Which thread its events go to.
    correlation_key text not null,
    scope text not null,
    name text not null,
    -- A cron expression, or nothing for a moment that comes once.
    cron text,
    -- The time zone in which the expression is read.
    zone text not null,
    -- What the agent is told, as JSON.
    payload_enc bytea not null,
    -- When it is due; nothing once it is over.
    next_at bigint,
    -- What happens to runs that were missed: one run makes up for all, or they are only reported.
    misfire text not null check (misfire in ('run_once', 'skip')),
    enabled bigint not null,
    last_at bigint,
    missed bigint not null,
    revision bigint not null,
    created_by text references member (id) on delete set null,
    created_at bigint not null
);
create index schedule_by_org on schedule (org_id, id);
create index schedule_due on schedule (next_at, id) where enabled = 1 and next_at is not null;
create index schedule_by_agent on schedule (agent_id);
create index schedule_by_member on schedule (created_by);

-- Work for later. A job holds ids only: what it is about is read when it runs.
create table job (
    id text primary key,
    org_id text not null references org (id) on delete cascade,
    kind text not null,
    subject text not null,
    -- The same work asked for twice is one job.
    dedupe_key text not null,
    state text not null check (state in ('queued', 'running', 'done', 'dead')),
    run_at bigint not null,
    attempt bigint not null,
    node text,
    lease_until bigint,
    error text,
    created_at bigint not null,
    ended_at bigint,
    check ((state = 'running') = (lease_until is not null)),
    check ((state in ('done', 'dead')) = (ended_at is not null))
);
create unique index job_once on job (org_id, kind, dedupe_key);
create index job_by_org on job (org_id, id);
create index job_due on job (run_at, id) where state = 'queued';
create index job_running on job (lease_until, id) where state = 'running';
create index job_done on job (ended_at) where state = 'done';

-- What a scope has spent in a period and what is set aside for calls under way. What is never settled stays counted: the
-- provider may well have done the work.
create table budget (
    org_id text not null references org (id) on delete cascade,
    scope text not null,
    period text not null,
    spent_micros bigint not null,
    spent_tokens bigint not null,
    reserved_micros bigint not null,
    reserved_tokens bigint not null,
    primary key (org_id, scope, period)
);

-- What was answered to a request that carried a key, so that the same request again is answered and not done again.
create table idempotency (
    org_id text not null references org (id) on delete cascade,
    -- Who asked, where, and under which key.
    caller text not null,
    route text not null,
    key text not null,
    request_hash bytea not null,
    status bigint,
    answer_enc bytea,
    created_at bigint not null,
    expires_at bigint not null,
    primary key (org_id, caller, route, key)
);
create index idempotency_by_age on idempotency (expires_at);
