-- Mail that one member causes: several changes of an event become one message. And what a deleted account leaves behind:
-- mail and notices to it, or that name it, go with it.

create table event_moves (
  event_id uuid primary key references events (id) on delete cascade,
  start_date date not null,
  end_date date not null,
  location_name text not null,
  country_name text not null,
  began_at timestamptz not null default now()
);
comment on table event_moves is
  'The date and place that an event had when its last series of changes began: one message tells from there to what holds now.';

alter table notifications
  add column named_user_id uuid references profiles (id) on delete cascade,
  add column replace_key text;
comment on column notifications.named_user_id is 'Whom the message names: it goes with their account.';
comment on column notifications.replace_key is 'A later message with the same key takes the place of this one while it is unread.';
create index notifications_named_user_id on notifications (named_user_id) where named_user_id is not null;
create index notifications_replace_key on notifications (replace_key) where replace_key is not null;

alter table mail_outbox
  add column user_id uuid references "user" (id) on delete cascade,
  add column named_user_id uuid references "user" (id) on delete cascade,
  add column replace_key text;
comment on column mail_outbox.user_id is 'Whom it is for: it goes with their account.';
comment on column mail_outbox.named_user_id is 'Whom the text names: it goes with their account.';
comment on column mail_outbox.replace_key is 'A later mail with the same key takes the place of this one while it was not tried.';
create index mail_outbox_user_id on mail_outbox (user_id);
create index mail_outbox_named_user_id on mail_outbox (named_user_id) where named_user_id is not null;
create index mail_outbox_replace_key on mail_outbox (replace_key) where replace_key is not null;

-- What was written before this.
update mail_outbox set user_id = "user".id from "user" where "user".email = mail_outbox.to_address;
update notifications set named_user_id = invited_by
  from event_invitations join events on events.id = event_invitations.event_id
  where kind = 'event_invitation' and path = '/conferences/' || slug and notifications.user_id = event_invitations.user_id;
update notifications set named_user_id = profiles.id
  from profiles
  where kind = 'claim_received' and starts_with(message, full_name || ' claims ')
    and profiles.id in (select user_id from event_claims union select user_id from speaker_claims);

comment on table admin_actions is
  'Written in the transaction of what was done: both are kept or neither. The site never deletes any of it, and changes one thing: the name of a person who deleted their account is taken out.';

select close_the_wall();
