-- The record: what whoever watches has seen, and proof of everything that was done.

create table stream (
    id text primary key,
    org_id text not null references org (id) on delete cascade,
    last_seq integer not null
) strict;
create index stream_by_org on stream (org_id);

create table stream_event (
    stream_id text not null references stream (id) on delete cascade,
    seq integer not null,
    org_id text not null references org (id) on delete cascade,
    -- What its content is sealed for: its place is known only while it is being written.
    id text not null,
    turn_id text,
    kind text not null,
    data_enc blob not null,
    created_at integer not null,
    primary key (stream_id, seq)
) strict;
create index stream_event_by_age on stream_event (created_at);

-- One row for everything that was done, written in the transaction that did it.
create table audit (
    id text primary key,
    org_id text not null references org (id) on delete cascade,
    at integer not null,
    -- Who: `member:<id>`, `agent:<id>`, `contact:<id>`, `system`.
    actor text not null,
    action text not null,
    -- What it was done to, by its id.
    subject text not null,
    -- SHA-256 of what was done, in full.
    detail_hash blob not null,
    -- The seal that holds it; none until the next seal is made, moments later.
    seal_no integer
) strict;
create index audit_unsealed on audit (org_id, id) where seal_no is null;
create index audit_by_seal on audit (org_id, seal_no, id) where seal_no is not null;
-- These find what was done and is not on the record.
create index audit_by_subject on audit (org_id, subject, action);
create index event_by_org on event (org_id, id);

-- A chain of seals, each over the rows since the last. A row that is changed, taken away, added or moved breaks its seal;
-- a seal that is changed or taken away breaks the next.
create table audit_seal (
    org_id text not null references org (id) on delete cascade,
    no integer not null,
    rows integer not null,
    -- The rows up to and with this seal.
    total integer not null,
    -- The ids and hashes of its rows: they tell which row was changed and which is gone.
    leaves blob not null,
    previous blob not null,
    -- Keyed by the organisation's key: whoever has only the database cannot make one.
    hash blob not null,
    sealed_at integer not null,
    primary key (org_id, no)
) strict;
