-- That somebody wants the turn to end. Whoever runs it, on whichever node, learns of it with its next heartbeat.
alter table turn add column stop_wanted bigint not null default 0;
