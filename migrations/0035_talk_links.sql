-- What was said stays: any number of links of a talk, each known by its canonical address. Members suggest, those who may
-- edit the links of a talk decide. talks.slides_url and talks.video_url are the first of their kinds, in both directions.

create function canonical_url(url text) returns text
  language plpgsql immutable strict parallel safe
  as $$
  declare
    parts text[] := regexp_match(url, '^(https?)://([^/?#:@]+)(?::(\d+))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$', 'i');
    scheme text := lower(parts[1]);
    host text := lower(rtrim(parts[2], '.'));
    bare text := regexp_replace(host, '^(www|m|mobile)\.', '');
    path text := parts[4];
    query text := coalesce(parts[5], '');
    fragment text := coalesce(parts[6], '');
    trimmed text := regexp_replace(path, '/+$', '');
    moment text[] := regexp_match(
      coalesce(
        substring(query from '(?:^|&)(?:t|start|time_continue)=([^&]*)'), substring(fragment from '(?:^|&)t=([^&]*)')
      ),
      '^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,6})s?)?$'
    );
    seconds integer :=
      coalesce(moment[1]::integer * 3600, 0) + coalesce(moment[2]::integer * 60, 0) + coalesce(moment[3]::integer, 0);
    ids text[];
  begin
    if parts is null then
      return url;
    end if;
    if bare in ('youtube.com', 'music.youtube.com', 'youtube-nocookie.com', 'youtu.be') then
      ids := coalesce(
        regexp_match(path, '^/(?:live|shorts|embed|v|e|watch)/([A-Za-z0-9_-]{11})(?:/|$)'),
        case when bare = 'youtu.be' then regexp_match(trimmed, '^/([A-Za-z0-9_-]{11})$') end,
        case when trimmed = '/watch' then regexp_match(query, '(?:^|&)v=([A-Za-z0-9_-]{11})(?:&|$)') end
      );
      if ids is not null then
        return 'https://www.youtube.com/watch?v=' || ids[1] || case when seconds > 0 then '&t=' || seconds else '' end;
      end if;
      query := regexp_replace(query, '(^|&)(si|feature|pp|ab_channel)=[^&]*', '', 'g');
    elsif bare in ('vimeo.com', 'player.vimeo.com') then
      ids := regexp_match(
        trimmed,
        '^/(?:video/|channels/[^/]+/|groups/[^/]+/videos/|(?:album|showcase)/\d+/video/)?(\d{4,})(?:/([0-9a-f]{6,}))?$'
      );
      if ids is not null then
        ids[2] := coalesce(ids[2], substring(query from '(?:^|&)h=([0-9a-f]{6,})'));
        return 'https://vimeo.com/' || ids[1] || coalesce('/' || ids[2], '')
          || case when seconds > 0 then '#t=' || seconds || 's' else '' end;
      end if;
    elsif host = 'media.ccc.de' then
      ids := regexp_match(trimmed, '^/v/([^/]+)(?:/(?:oembed|related))?$');
      if ids is not null then
        return 'https://media.ccc.de/v/' || ids[1] || case when seconds > 0 then '#t=' || seconds else '' end;
      end if;
    elsif bare = 'archive.org' then
      ids := regexp_match(trimmed, '^/(?:details|embed|stream|download)/([^/]+)$');
      if ids is null and path ~ '^/(details|embed)/' then
        ids := regexp_match(trimmed, '^/(?:details|embed)/(.+)$');
      end if;
      if ids is not null then
        return 'https://archive.org/details/' || ids[1];
      end if;
    elsif bare = 'speakerdeck.com' then
      return 'https://speakerdeck.com' || regexp_replace(trimmed, '^/u/([^/]+)/p/', '/\1/');
    elsif host ~ '(^|\.)slideshare\.net$' then
      return 'https://www.slideshare.net' || regexp_replace(trimmed, '^/mobile/', '/');
    elsif host = 'docs.google.com' then
      ids := regexp_match(
        path, '^(?:/a/[^/]+)?/(presentation|document|spreadsheets)/(?:u/\d+/)?d/(e/)?([A-Za-z0-9_-]{10,})(?:/|$)'
      );
      if ids is not null then
        return 'https://docs.google.com/' || ids[1] || '/d/' || coalesce(ids[2], '') || ids[3]
          || case when ids[2] is null then '' else '/pub' end;
      end if;
    elsif host = 'drive.google.com' then
      ids := coalesce(
        regexp_match(path, '^(?:/a/[^/]+)?/file/(?:u/\d+/)?d/([A-Za-z0-9_-]{10,})(?:/|$)'),
        case when trimmed in ('/open', '/uc') then regexp_match(query, '(?:^|&)id=([A-Za-z0-9_-]{10,})') end
      );
      if ids is not null then
        return 'https://drive.google.com/file/d/' || ids[1];
      end if;
    elsif bare = 'github.com' then
      trimmed := regexp_replace(regexp_replace(trimmed, '/tree/(main|master|HEAD)$', ''), '\.git$', '');
      if trimmed ~ '^/[^/]+/[^/]+$' then
        return 'https://github.com' || lower(trimmed);
      end if;
    end if;
    -- PeerTube runs on many hosts, and is known by its paths.
    ids := regexp_match(path, '^/(?:w|videos/watch|videos/embed)/([0-9a-fA-F-]{36}|[1-9A-HJ-NP-Za-km-z]{22})/?$');
    if ids is not null then
      return scheme || '://' || host || coalesce(':' || parts[3], '') || '/w/' || ids[1]
        || case when seconds > 0 then '?start=' || seconds || 's' else '' end;
    end if;
    query := array_to_string(
      array(
        select parameter from unnest(string_to_array(query, '&')) with ordinality as each (parameter, place)
        where parameter <> '' and parameter !~* '^(utm_[a-z_]+|fbclid|gclid|dclid|msclkid|mc_cid|mc_eid|igshid|_ga|ref_src)(=|$)'
        order by place
      ),
      '&'
    );
    return scheme || '://' || host
      || case when (scheme, parts[3]) in (('http', '80'), ('https', '443')) then '' else coalesce(':' || parts[3], '') end
      || case when path = '' then '/' else path end
      || case when query = '' then '' else '?' || query end
      || case when fragment = '' or fragment like ':~:%' then '' else '#' || fragment end;
  end
  $$;
comment on function canonical_url(text) is
  'One address for what many addresses lead to: video and slide hosts by their ids, everything else without what only follows people. Moments of videos are kept.';

create function address_key(url text) returns text
  language sql immutable strict parallel safe
  return md5(regexp_replace(canonical_url(url), '^https?://(www\.)?|(/index\.html?|/)$', '', 'g'));
comment on function address_key(text) is 'What two addresses have in common that differ in http, www or a slash alone.';

create table talk_links (
  id uuid primary key default gen_random_uuid(),
  talk_id uuid not null,
  event_id uuid not null,
  kind text not null,
  url text not null,
  canonical text not null generated always as (canonical_url(url)) stored,
  address_key text not null generated always as (address_key(url)) stored,
  title text,
  language text,
  status text not null default 'live',
  position integer not null default 0,
  added_by uuid references profiles (id) on delete set null,
  decided_by uuid references profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  listed_at timestamptz not null default now(),
  foreign key (talk_id, event_id) references talks (id, event_id) on delete cascade,
  constraint talk_links_kind_is_known check (kind in ('video', 'slides', 'writeup', 'code', 'audio', 'paper', 'other')),
  constraint talk_links_status_is_known check (status in ('live', 'suggested', 'rejected')),
  constraint talk_links_url_is_a_web_address check (is_web_url(url)),
  constraint talk_links_title_is_1_to_200 check (is_clean_line(title) and char_length(title) <= 200),
  constraint talk_links_language_looks_like_bcp_47 check (language ~ '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,3}$')
);
create unique index talk_links_address_is_unique on talk_links (talk_id, kind, address_key);
create index talk_links_talk_id on talk_links (talk_id, event_id);
create index talk_links_event_id on talk_links (event_id, kind, talk_id) where status = 'live';
create index talk_links_newest on talk_links (listed_at desc, id desc) where status = 'live';
create index talk_links_suggested on talk_links (event_id, created_at) where status = 'suggested';
create index talk_links_added_by on talk_links (added_by, status) where added_by is not null;
create index talk_links_decided_by on talk_links (decided_by) where decided_by is not null;
comment on table talk_links is 'What is left of a talk: videos, slides, write-ups and more. What is rejected stays, so that it can come back.';
comment on column talk_links.position is 'The first of a kind, by position and age, is the talk''s slides_url or video_url.';
comment on column talk_links.listed_at is 'Since when it is shown: what is new is read by it.';

create function first_link(talk_id uuid, kind text) returns text
  language sql stable
  return (
    select url from talk_links
    where talk_links.talk_id = first_link.talk_id and talk_links.kind = first_link.kind and status = 'live'
    order by position, created_at, id limit 1
  );

create function set_first_link(talk talks, link_kind text, former text, new_url text) returns void
  language plpgsql
  as $$
  declare
    former_id uuid;
  begin
    if new_url is not distinct from former or new_url is not distinct from first_link(talk.id, link_kind) then
      return;
    end if;
    select id into former_id from talk_links
      where talk_links.talk_id = talk.id and talk_links.kind = link_kind and status = 'live'
        and talk_links.url = former
      order by position, created_at, id limit 1;
    if new_url is not null and former_id is not null and not exists (
      select from talk_links
      where talk_links.talk_id = talk.id and talk_links.kind = link_kind and id <> former_id
        and talk_links.address_key = address_key(new_url)
    ) then
      update talk_links set url = new_url, title = null, added_by = null, decided_by = null, listed_at = now()
        where id = former_id;
      return;
    end if;
    if new_url is not null then
      insert into talk_links (talk_id, event_id, kind, url, position)
        select talk.id, talk.event_id, link_kind, new_url, coalesce(min(position), 1) - 1
        from talk_links where talk_links.talk_id = talk.id and talk_links.kind = link_kind and status = 'live'
        on conflict (talk_id, kind, address_key) do update
          set url = excluded.url, status = 'live', position = excluded.position;
    end if;
    delete from talk_links where id = former_id;
  end
  $$;
comment on function set_first_link(talks, text, text, text) is
  'The talk''s field was written: its link gets the new address, or goes.';

create function talk_fields_written() returns trigger
  language plpgsql
  as $$
  begin
    perform set_first_link(new, 'slides', old.slides_url, new.slides_url);
    perform set_first_link(new, 'video', old.video_url, new.video_url);
    return null;
  end
  $$;
create trigger talks_write_links after update on talks for each row
  when ((old.slides_url, old.video_url) is distinct from (new.slides_url, new.video_url))
  execute function talk_fields_written();

create function talks_added_with_links() returns trigger
  language plpgsql
  as $$
  begin
    insert into talk_links (talk_id, event_id, kind, url)
      select added.id, added.event_id, field.kind, field.url
      from added, lateral (values ('video', video_url), ('slides', slides_url)) as field (kind, url)
      where field.url is not null;
    return null;
  end
  $$;
create trigger talks_add_links after insert on talks
  referencing new table as added for each statement execute function talks_added_with_links();

create function keep_first_links(talk_ids uuid[]) returns void
  language sql
  as $$
    update talks set slides_url = first_link(id, 'slides'), video_url = first_link(id, 'video')
      where id = any (talk_ids)
        and (slides_url, video_url) is distinct from (first_link(id, 'slides'), first_link(id, 'video'))
  $$;

create function talk_links_changed(talk_ids uuid[], event_ids uuid[]) returns void
  language plpgsql
  as $$
  begin
    if cardinality(talk_ids) = 0 then
      return;
    end if;
    perform keep_first_links(talk_ids);
    perform announce('event', id) from unnest(event_ids) as id;
    perform announce_list('coverage');
  end
  $$;

create function talk_links_added() returns trigger
  language plpgsql
  as $$
  begin
    perform talk_links_changed(
      array(select distinct talk_id from added), array(select distinct event_id from added)
    );
    return null;
  end
  $$;
create trigger talk_links_added after insert on talk_links
  referencing new table as added for each statement execute function talk_links_added();
create trigger talk_links_edited after update on talk_links
  referencing new table as added for each statement execute function talk_links_added();
create trigger talk_links_removed after delete on talk_links
  referencing old table as added for each statement execute function talk_links_added();

create function talk_topics_change_coverage() returns trigger
  language plpgsql
  as $$
  begin
    if exists (select from talk_links where talk_id = (coalesce(new, old)).talk_id) then
      perform announce_list('coverage');
    end if;
    return null;
  end
  $$;
create trigger talk_topics_change_coverage after insert or delete on talk_topics
  for each row execute function talk_topics_change_coverage();

-- What talks have had until now. It is no edit of theirs.
alter table talk_links disable trigger user;
insert into talk_links (talk_id, event_id, kind, url, created_at, listed_at)
  select talks.id, talks.event_id, field.kind, field.url, talks.created_at, talks.updated_at
  from talks, lateral (values ('video', video_url), ('slides', slides_url)) as field (kind, url)
  where field.url is not null
  on conflict (talk_id, kind, address_key) do nothing;
alter table talk_links enable trigger user;

-- One more kind of notification.
do $$
declare
  kinds record;
begin
  for kinds in
    select conname, conrelid::regclass as relation, pg_get_constraintdef(oid) as definition from pg_constraint
    where conname in ('notifications_kind_is_known', 'muted_notifications_kind_is_known')
  loop
    execute format('alter table %s drop constraint %I', kinds.relation, kinds.conname);
    execute format(
      'alter table %s add constraint %I %s', kinds.relation, kinds.conname,
      replace(kinds.definition, 'ARRAY[', 'ARRAY[''coverage''::text, ')
    );
  end loop;
end
$$;

select close_the_wall();
