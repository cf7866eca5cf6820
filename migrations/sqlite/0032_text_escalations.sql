-- Whether a member gets a text when a person must look.
alter table member add column text_escalations integer not null default 0 check (text_escalations in (0, 1));
