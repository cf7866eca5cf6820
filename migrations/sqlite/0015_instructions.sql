-- What models are to heed when a member's programs say nothing else, each under a name.
create table instruction (
    id text primary key,
    org_id text not null references org (id) on delete cascade,
    member_id text not null references member (id) on delete cascade,
    body_enc blob not null,
    -- Whether it is the one that counts.
    is_default integer not null,
    created_at integer not null,
    updated_at integer not null
) strict;
create index instruction_by_member on instruction (org_id, member_id, id);
create unique index instruction_default on instruction (member_id) where is_default = 1;
