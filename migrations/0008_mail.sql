-- Mail on its way out, and the counters against guessing. Both must outlive a restart and hold for all processes.

create table mail_outbox (
  id uuid primary key default gen_random_uuid(),
  to_address text not null,
  subject text not null,
  text text not null,
  html text not null,
  created_at timestamptz not null default now(),
  next_try_at timestamptz not null default now(),
  tries integer not null default 0,
  last_error text,
  sent_at timestamptz
);
create index mail_outbox_due on mail_outbox (next_try_at) where sent_at is null;
create index mail_outbox_newest on mail_outbox (created_at desc);
comment on table mail_outbox is
  'Written in the transaction of what it tells about; server/mail.ts sends it afterwards and tries again until it is through.';

create function mail_waits() returns trigger
  language plpgsql
  as $$
  begin
    perform pg_notify('hallway_mail', '');
    return null;
  end
  $$;
create trigger mail_outbox_waits after insert on mail_outbox for each statement execute function mail_waits();

create table rate_limits (
  key text primary key,
  points integer not null,
  expires_at timestamptz not null
);
create index rate_limits_expires_at on rate_limits (expires_at);

create function take_point(limit_key text, most integer, seconds integer) returns integer
  language sql volatile
  as $$
    insert into rate_limits as kept (key, points, expires_at)
      values (limit_key, 1, now() + make_interval(secs => seconds))
    on conflict (key) do update set
      points = case when kept.expires_at <= now() then 1 else kept.points + 1 end,
      expires_at = case when kept.expires_at <= now() then now() + make_interval(secs => seconds) else kept.expires_at end
    returning case when points > most then greatest(1, ceil(extract(epoch from expires_at - now())))::integer else 0 end
  $$;
comment on function take_point(text, integer, integer) is
  'Counts one try under a key in a window of seconds. Returns 0, or the seconds to wait once there were more than `most`.';
