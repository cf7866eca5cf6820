-- How far each organisation's record had come when it was last looked at. It is kept apart from the record, so that an end
-- that is cut off is missed.

create table audit_checkpoint (
    org_id text primary key,
    -- The newest seal, the rows up to it and its hash.
    no integer not null,
    rows integer not null,
    hash blob not null,
    noted_at integer not null
) strict;
