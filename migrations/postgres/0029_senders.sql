-- Texts from senders that have no number: a short code, a name, another service. They are kept, and nobody can answer them.
alter table event drop constraint event_skipped_check;
alter table event add constraint event_skipped_check
    check (skipped in ('keyword', 'opted_out', 'media_only', 'no_agent', 'taken_over', 'unanswerable'));
