-- Skills whose scripts an admin allowed to be run, each as its files were then: with any other content it is not allowed.
create table skill_grant (
    id text primary key,
    org_id text not null references org (id) on delete cascade,
    -- The skill by its name, and by its name together with the hash of its files.
    name_blind blob not null,
    files_blind blob not null,
    -- Who allowed it; nobody once they have left.
    granted_by text references member (id) on delete set null,
    granted_at integer not null
) strict;
create unique index skill_grant_by_name on skill_grant (org_id, name_blind);
create index skill_grant_by_org on skill_grant (org_id, id);
create index skill_grant_by_member on skill_grant (granted_by);
