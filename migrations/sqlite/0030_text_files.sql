-- Files that came with texts, as they were fetched from the carrier.
create table text_file (
    event_id text not null references event (id) on delete cascade,
    -- Which of the files of the text, from 0.
    no integer not null,
    org_id text not null references org (id) on delete cascade,
    thread_id text not null references thread (id) on delete cascade,
    -- Nothing of a file that the carrier does not have any more, or that is too large to be kept.
    size integer,
    content_enc blob,
    created_at integer not null,
    primary key (event_id, no),
    check ((size is null) = (content_enc is null))
) strict;
create index text_file_by_thread on text_file (thread_id, event_id);
