-- What was said on a thread, in short: a summary covers items up to a place and everything the one before it covered.

-- The newest summary. The epoch grows whenever summaries are added or dropped: whoever read before that writes none.
alter table thread add column summary_id text;
alter table thread add column summary_epoch bigint not null default 0;

create table summary (
    id text primary key,
    org_id text not null references org (id) on delete cascade,
    thread_id text not null references thread (id) on delete cascade,
    -- The items it covers itself, the first and the last.
    from_seq bigint not null,
    to_seq bigint not null,
    item_count bigint not null,
    -- Facts and narrative, as JSON.
    content_enc bytea not null,
    tokens bigint not null,
    previous_id text references summary (id) on delete set null,
    -- Thousandths of the facts that the model kept by itself.
    fidelity bigint not null,
    -- The model that wrote it; empty where none was asked.
    model text not null,
    integrity text not null check (integrity in ('untrusted', 'user', 'operator', 'system')),
    created_at bigint not null,
    check (from_seq <= to_seq)
);
create unique index summary_by_place on summary (thread_id, to_seq);
create index summary_by_previous on summary (previous_id);
