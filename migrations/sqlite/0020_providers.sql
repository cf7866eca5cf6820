-- Who carries the messages of a phone line; a mailbox has nobody. Until now it was Twilio.
alter table line add column provider text check (provider in ('twilio', 'quo', 'loopback'));
update line set provider = 'twilio' where kind = 'phone';
