-- What a conversation is called by whoever has it.
alter table thread add column title_enc bytea;
create index thread_by_activity on thread (org_id, scope, active_at, id);
