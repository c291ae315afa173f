-- Links stay alive: every address that talks, events and speakers link to is looked at now and then, once for all of them.

create table link_checks (
  address_key text primary key,
  url text not null,
  host text not null,
  checked_at timestamptz,
  next_check_at timestamptz not null default now(),
  failures integer not null default 0,
  failing_since timestamptz,
  unanswered integer not null default 0,
  gone_since timestamptz,
  told_at timestamptz,
  constraint link_checks_url_is_a_web_address check (is_web_url(url)),
  constraint link_checks_counts_are_not_negative check (failures >= 0 and unanswered >= 0)
);
create index link_checks_due on link_checks (next_check_at);
create index link_checks_host on link_checks (host);
comment on table link_checks is 'What became of each linked address. Only "not found", "gone" and a host that does not exist count as failures.';
comment on column link_checks.unanswered is 'How many times in a row the answer said nothing: refused, too busy, broken, or none.';
comment on column link_checks.gone_since is 'When it was first missing, set at the third failure over fourteen days; null again once it answers.';

create index talk_links_address_key on talk_links (address_key);
create index events_website_key on events (address_key(website)) where website is not null;
create index social_links_website_key on social_links (address_key(handle)) where platform = 'website';

create function gone_since(url text) returns timestamptz
  language sql stable strict
  return (select link_checks.gone_since from link_checks where link_checks.address_key = address_key(gone_since.url));

create function link_check_changed() returns trigger
  language plpgsql
  as $$
  declare
    key text := (coalesce(new, old)).address_key;
  begin
    perform announce('event', event_id) from (select distinct event_id from talk_links where address_key = key) as linked;
    perform announce('event', id) from events where website is not null and address_key(website) = key;
    perform announce('speaker', speaker_id) from social_links where platform = 'website' and address_key(handle) = key;
    if exists (select from talk_links where address_key = key) then
      perform announce_list('coverage');
    end if;
    return null;
  end
  $$;
create trigger link_checks_gone after update on link_checks for each row
  when (old.gone_since is distinct from new.gone_since or old.address_key <> new.address_key)
  execute function link_check_changed();
create trigger link_checks_added after insert on link_checks for each row
  when (new.gone_since is not null) execute function link_check_changed();
create trigger link_checks_removed after delete on link_checks for each row
  when (old.gone_since is not null) execute function link_check_changed();

select close_the_wall();
