-- Whether a member gets an email when a person must look.
alter table member add column mail_escalations integer not null default 0 check (mail_escalations in (0, 1));
