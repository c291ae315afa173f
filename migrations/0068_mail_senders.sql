-- Who causes a notification and its mail: what one member causes, and what one person gets, is limited by counting these rows
-- (src/features/notifications/notifications.server.ts).

alter table mail_outbox add column sender_id uuid references "user" (id) on delete set null;
comment on column mail_outbox.sender_id is 'Who caused it; null for the site itself and for mail of an account.';
create index mail_outbox_of_sender on mail_outbox (sender_id, created_at) where sender_id is not null;
drop index mail_outbox_user_id;
create index mail_outbox_of_person on mail_outbox (user_id, created_at);

alter table all_notifications add column sender_id uuid references all_profiles (id) on delete set null;
comment on column all_notifications.sender_id is 'Who caused it; null for the site itself.';
create index notifications_sender_id on all_notifications (sender_id) where sender_id is not null;

select renew_views();
