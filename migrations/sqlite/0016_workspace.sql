-- The organisation's workspace: files people and agents read and edit, with every revision they ever had.

-- The last place given to a change. Whoever writes holds this row until the commit: two who write at once do so one after
-- the other, and whoever reads up to a place has seen all before it.
create table workspace (
    org_id text primary key references org (id) on delete cascade,
    last_change integer not null,
    -- Files that are there, and folders that somebody made.
    entries integer not null
) strict;

-- A file or a folder by its name. The row stays when the file is deleted, so that its history does.
create table workspace_entry (
    id text primary key,
    org_id text not null references org (id) on delete cascade,
    kind text not null check (kind in ('file', 'folder')),
    path_enc blob not null,
    path_blind blob not null,
    -- Equal for names that differ by case alone.
    fold_blind blob not null,
    parent_blind blob not null,
    -- Whether it is there: a file that is not deleted; a folder that was made or holds something.
    present integer not null,
    -- Of a folder: whether somebody made it, and what lies directly in it.
    made integer not null,
    children integer not null,
    -- Of a file: its last revision, and the place of its last change.
    revision integer not null,
    change_no integer,
    conflict_of text,
    check ((kind = 'file') = (change_no is not null))
) strict;
create unique index workspace_entry_by_path on workspace_entry (org_id, path_blind, kind);
create unique index workspace_entry_by_fold on workspace_entry (org_id, fold_blind) where present = 1;
create index workspace_entry_by_parent on workspace_entry (org_id, parent_blind) where present = 1;
create unique index workspace_entry_by_change on workspace_entry (org_id, change_no) where change_no is not null;

create table workspace_revision (
    entry_id text not null references workspace_entry (id) on delete cascade,
    no integer not null,
    org_id text not null references org (id) on delete cascade,
    -- Nothing where the revision deleted the file.
    content_enc blob,
    sha_enc blob,
    size integer not null,
    author text not null,
    integrity text not null check (integrity in ('untrusted', 'user', 'operator', 'system')),
    restored_from integer,
    created_at integer not null,
    -- The call that wrote it: made again after a crash, it finds that it was made.
    call_key text,
    primary key (entry_id, no),
    check ((content_enc is null) = (sha_enc is null))
) strict;
create unique index workspace_revision_once on workspace_revision (entry_id, call_key) where call_key is not null;
