-- Who is here: organisations, their members and contacts, and the lines they are reached at.
-- Columns that end in _enc are AES-256-GCM under the key of the row's scope; columns that end in _blind are HMACs of a
-- normalised value, so that it can be found without being readable.

create table org (
    id text primary key,
    name text not null,
    created_at integer not null
) strict;

-- One row, which says that somebody set this instance up: of several nodes that start at once, one does.
create table instance (
    id integer primary key check (id = 1),
    first_org_id text not null references org (id) on delete cascade,
    set_up_at integer not null
) strict;

create table member (
    id text primary key,
    org_id text not null references org (id) on delete cascade,
    role text not null check (role in ('owner', 'admin', 'member')),
    name_enc blob not null,
    password_hash text,
    created_at integer not null
) strict;
create index member_by_org on member (org_id, id);

create table member_identifier (
    id text primary key,
    org_id text not null references org (id) on delete cascade,
    member_id text not null references member (id) on delete cascade,
    kind text not null check (kind in ('email', 'phone', 'external')),
    value_enc blob not null,
    value_blind blob not null,
    created_at integer not null
) strict;
create unique index member_identifier_by_value on member_identifier (org_id, value_blind);
create index member_identifier_by_blind on member_identifier (value_blind);
create index member_identifier_by_member on member_identifier (member_id, id);

create table api_key (
    id text primary key,
    org_id text not null references org (id) on delete cascade,
    member_id text not null references member (id) on delete cascade,
    name text not null,
    prefix text not null,
    token_hash blob not null,
    scopes text not null,
    created_at integer not null,
    expires_at integer,
    revoked_at integer,
    last_used_at integer
) strict;
create unique index api_key_by_token on api_key (token_hash);
create index api_key_by_org on api_key (org_id, id);
create index api_key_by_member on api_key (member_id);

create table session (
    id text primary key,
    org_id text not null references org (id) on delete cascade,
    member_id text not null references member (id) on delete cascade,
    token_hash blob not null,
    created_at integer not null,
    expires_at integer not null
) strict;
create unique index session_by_token on session (token_hash);
create index session_by_member on session (member_id);
create index session_by_expiry on session (expires_at);

create table sign_in_link (
    token_hash blob primary key,
    org_id text not null references org (id) on delete cascade,
    member_id text not null references member (id) on delete cascade,
    created_at integer not null,
    expires_at integer not null
) strict;
create index sign_in_link_by_member on sign_in_link (member_id);
create index sign_in_link_by_expiry on sign_in_link (expires_at);

create table contact (
    id text primary key,
    org_id text not null references org (id) on delete cascade,
    name_enc blob,
    forgotten_at integer,
    created_at integer not null
) strict;
create index contact_by_org on contact (org_id, id);

create table contact_identifier (
    id text primary key,
    org_id text not null references org (id) on delete cascade,
    contact_id text not null references contact (id) on delete cascade,
    kind text not null check (kind in ('email', 'phone', 'external')),
    value_enc blob not null,
    value_blind blob not null,
    created_at integer not null
) strict;
create unique index contact_identifier_by_value on contact_identifier (org_id, value_blind);
create index contact_identifier_by_contact on contact_identifier (contact_id, id);

create table line (
    id text primary key,
    org_id text not null references org (id) on delete cascade,
    kind text not null check (kind in ('phone', 'mailbox')),
    address_enc blob not null,
    address_blind blob not null,
    label text not null,
    created_at integer not null
) strict;
create unique index line_by_address on line (org_id, address_blind);
create index line_by_org on line (org_id, id);
