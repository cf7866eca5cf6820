-- Files as passages: how far the changes of a workspace are indexed, and which state of a file its passages were made of.

alter table workspace add column indexed_change integer not null default 0;
create index workspace_to_index on workspace (org_id) where last_change > indexed_change;

-- The change at which a file was indexed last; nothing before the first time.
alter table workspace_entry add column indexed_change integer;
