-- What somebody uploaded. Its text is passages, found by the document's id as their source.
create table document (
    id text primary key,
    org_id text not null references org (id) on delete cascade,
    scope text not null,
    -- Its title, the name of its file and its tags.
    meta_enc bytea not null,
    media_type text not null,
    bytes bigint not null,
    chunks bigint not null,
    integrity text not null check (integrity in ('untrusted', 'user', 'operator', 'system')),
    created_at bigint not null
);
create index document_by_scope on document (org_id, scope, id);
