-- Conversations that a member's programs keep through the OpenAI-compatible API.
create table conversation (
    id text primary key,
    org_id text not null references org (id) on delete cascade,
    member_id text not null references member (id) on delete cascade,
    meta_enc bytea not null,
    -- Whether nothing of it is remembered elsewhere.
    private bigint not null,
    last_item bigint not null,
    created_at bigint not null
);
create index conversation_by_member on conversation (org_id, member_id, id);
-- What was said in them, and what was called.
create table conversation_item (
    id text primary key,
    org_id text not null references org (id) on delete cascade,
    conversation_id text not null references conversation (id) on delete cascade,
    seq bigint not null,
    body_enc bytea not null
);
create unique index conversation_item_by_place on conversation_item (conversation_id, seq);
-- Answers that such programs may ask for again, each with what it answers.
create table response (
    id text primary key,
    org_id text not null references org (id) on delete cascade,
    member_id text not null references member (id) on delete cascade,
    -- Where an agent answered; nothing for a model without one.
    thread_id text references thread (id) on delete cascade,
    -- What it goes with when it is deleted.
    conversation_id text references conversation (id) on delete cascade,
    state text not null check (state in ('running', 'ended')),
    body_enc bytea not null,
    created_at bigint not null
);
create index response_by_member on response (org_id, member_id, id);
create index response_by_thread on response (thread_id);
create index response_by_conversation on response (conversation_id);
