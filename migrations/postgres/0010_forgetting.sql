-- Forgetting a text: what is looked for until it is nowhere any more, and what shows that it was found.

-- Texts that are to be forgotten. A row goes when nothing holds them any more.
create table forgetting (
    id text primary key,
    org_id text not null references org (id) on delete cascade,
    -- What was asked for: `passage:<id>`, `source:<name>`, `contact:<id>` or `member:<id>`.
    subject text not null,
    -- The scope the texts came from.
    scope text not null,
    -- The texts, as JSON.
    words_enc bytea not null,
    -- The turns that were under way when everything had been looked through, as a JSON list; nothing before that.
    waits_for text,
    created_at bigint not null
);
create index forgetting_by_org on forgetting (org_id, id);

-- Grows when something on the thread was made unreadable: a copy that somebody keeps in memory is out of date.
alter table thread add column scrubbed bigint not null default 0;
-- Whether something that the turn went by was forgotten since.
alter table turn add column redacted bigint not null default 0;
