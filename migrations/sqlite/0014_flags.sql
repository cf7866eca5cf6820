-- What an organisation switched off, or on again; what it never touched is on.
create table org_flag (
    id text primary key,
    org_id text not null references org (id) on delete cascade,
    name text not null,
    enabled integer not null,
    reason_enc blob,
    changed_by text references member (id) on delete set null,
    changed_at integer not null
) strict;
create unique index org_flag_by_name on org_flag (org_id, name);
create index org_flag_by_member on org_flag (changed_by);

-- The same for the whole installation, by whoever runs it.
create table instance_flag (
    name text primary key,
    enabled integer not null,
    changed_at integer not null
) strict;
