-- Texts from senders that have no number: a short code, a name, another service. They are kept, and nobody can answer them.
-- What a column may hold cannot be changed here, so that another takes its place.
alter table event add column why text
    check (why in ('keyword', 'opted_out', 'media_only', 'no_agent', 'taken_over', 'unanswerable'));
update event set why = skipped where skipped is not null;
alter table event drop column skipped;
alter table event rename column why to skipped;
