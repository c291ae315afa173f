-- Mail of an account (a new password, a confirmation) goes before notifications, however many of these wait.

drop index mail_outbox_due;
create index mail_outbox_due on mail_outbox ((kind is not null), next_try_at) where sent_at is null;

select close_the_wall();
