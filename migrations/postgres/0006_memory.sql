-- What is remembered: blocks that stand in every prompt, passages that are found, and copies of the index over them.

-- Incognito threads are never indexed; of the others, items up to this place are.
alter table thread add column private bigint not null default 0;
alter table thread add column indexed_seq bigint not null default 0;
create index thread_to_index on thread (id) where last_item > indexed_seq and private = 0;
create index thread_by_scope on thread (org_id, scope);

-- The last place given in a scope. Whoever writes there holds this row until the commit, so that places are seen in order.
-- A closed scope is being forgotten and takes nothing more in.
create table memory_scope (
    org_id text not null references org (id) on delete cascade,
    scope text not null,
    last_seq bigint not null,
    closed bigint not null,
    primary key (org_id, scope)
);

create table block (
    id text primary key,
    org_id text not null references org (id) on delete cascade,
    scope text not null,
    -- Whose own it is; shared by every agent of the scope without one.
    agent_id text references agent (id) on delete cascade,
    label text not null,
    description text not null,
    value_enc bytea not null,
    char_limit bigint not null,
    read_only bigint not null,
    version bigint not null,
    integrity text not null check (integrity in ('untrusted', 'user', 'operator', 'system')),
    created_at bigint not null,
    updated_at bigint not null
);
create unique index block_shared on block (org_id, scope, label) where agent_id is null;
create unique index block_own on block (org_id, scope, agent_id, label) where agent_id is not null;
create index block_by_agent on block (agent_id);

-- Every value a block ever had, the present one too.
create table block_version (
    block_id text not null references block (id) on delete cascade,
    version bigint not null,
    org_id text not null references org (id) on delete cascade,
    value_enc bytea not null,
    author text not null,
    integrity text not null check (integrity in ('untrusted', 'user', 'operator', 'system')),
    created_at bigint not null,
    -- The call that wrote it: made again after a crash, it finds that it was made.
    call_key text,
    primary key (block_id, version)
);
create unique index block_version_once on block_version (block_id, call_key) where call_key is not null;

create table passage (
    id text primary key,
    org_id text not null references org (id) on delete cascade,
    scope text not null,
    -- Its place in the scope. A change takes a new one: whoever reads on from a place sees every change.
    seq bigint not null,
    -- Where it came from. No foreign keys: what goes when these go is told to whoever follows the scope.
    agent_id text,
    thread_id text,
    contact_id text,
    source text not null,
    source_ref text not null,
    chunk_index bigint not null,
    integrity text not null check (integrity in ('untrusted', 'user', 'operator', 'system')),
    text_enc bytea,
    meta_enc bytea,
    priority bigint not null,
    -- Nothing until it is embedded.
    embedding_model text,
    vector_enc bytea,
    occurred_at bigint not null,
    created_at bigint not null,
    deleted_at bigint,
    check ((deleted_at is null) = (text_enc is not null)),
    check ((deleted_at is null) = (meta_enc is not null)),
    check ((embedding_model is null) = (vector_enc is null)),
    check (deleted_at is null or vector_enc is null)
);
create unique index passage_once on passage (org_id, source_ref, scope, source, chunk_index);
create unique index passage_by_place on passage (org_id, scope, seq);
create index passage_by_source on passage (org_id, scope, source, id) where deleted_at is null;
create index passage_by_model on passage (org_id, embedding_model, id) where deleted_at is null;
create index passage_by_thread on passage (org_id, thread_id) where thread_id is not null;
create index passage_by_contact on passage (org_id, contact_id) where contact_id is not null;
create index passage_by_agent on passage (org_id, agent_id) where agent_id is not null;

create table passage_tag (
    org_id text not null references org (id) on delete cascade,
    tag_blind bytea not null,
    passage_id text not null references passage (id) on delete cascade,
    primary key (org_id, tag_blind, passage_id)
);
create index passage_tag_by_passage on passage_tag (passage_id, org_id);

-- A scope's index as it was at a place. It is written part by part and counts once it is whole.
create table index_snapshot (
    id text primary key,
    org_id text not null references org (id) on delete cascade,
    scope text not null,
    model text not null,
    upto_seq bigint not null,
    parts bigint not null,
    whole bigint not null,
    created_at bigint not null
);
create index index_snapshot_by_scope on index_snapshot (org_id, scope, model, id);

create table index_snapshot_part (
    snapshot_id text not null references index_snapshot (id) on delete cascade,
    no bigint not null,
    org_id text not null references org (id) on delete cascade,
    body_enc bytea not null,
    primary key (snapshot_id, no)
);
