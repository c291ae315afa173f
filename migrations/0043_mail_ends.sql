-- Mail that can't be delivered comes to an end, and an administrator sees it.

alter table mail_outbox
  add column refused_since timestamptz,
  add column failed_at timestamptz,
  add column expires_at timestamptz;
comment on column mail_outbox.refused_since is 'Since when the mail server has refused it for good (5xx), each time it was tried.';
comment on column mail_outbox.failed_at is 'When it was given up: refused for two days, or its link had expired. It is not tried again by itself.';
comment on column mail_outbox.expires_at is 'When the link in it stops working: after that it is not sent.';

drop index mail_outbox_due;
create index mail_outbox_due on mail_outbox (
  (case when kind is null then 0 when kind = 'digest' then 2 else 1 end), next_try_at
) where sent_at is null and failed_at is null;
create index mail_outbox_unsent on mail_outbox (created_at desc, id desc) where sent_at is null;

select close_the_wall();
