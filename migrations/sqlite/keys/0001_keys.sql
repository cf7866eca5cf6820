-- Wrapped data keys, one live version per scope. They are kept apart from the data so that a restored backup of the
-- data cannot bring a destroyed key back.

create table data_key (
    scope text not null,
    version integer not null,
    wrapped blob,
    master_id text not null,
    created_at integer not null,
    destroyed_at integer,
    primary key (scope, version),
    check ((wrapped is null) = (destroyed_at is not null))
) strict;
create index data_key_by_master on data_key (master_id);

-- The master key that new data keys must be wrapped under. A rotation moves it first, so that no key can be wrapped
-- under the old one after the sweep has passed.
create table key_ring (
    id integer primary key check (id = 1),
    master_id text not null
) strict;
