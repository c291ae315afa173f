-- A name is no proof: whether a conference is the edition that its name or its series says is stored, with who says so.

alter table all_events
  add column confirmation text,
  add constraint events_confirmation_is_known check (confirmation in ('listing', 'series', 'refused'));
comment on column all_events.confirmation is
  'listing: an administrator, an import or a source listed it; series: an owner of its series or an administrator put it there; refused: one of them said that it is no edition; null: only its lister says so.';

-- Confirming a conference is no edit of it.
drop trigger events_updated on all_events;
create trigger events_updated before update on all_events for each row execute function set_updated_at(
  'tags', 'doc', 'sequence', 'created_by', 'import_id', 'name_key', 'city_key', 'country_key', 'conference_key', 'series_id',
  'confirmation'
);

-- Not the pages of all events, which this release renders anew.
alter table all_events disable trigger user;
update all_events set confirmation = 'listing'
  where import_id is not null or id in (select event_id from event_origins)
    or created_by in (select user_id from user_roles where role = 'admin');
-- In a series: what has no owner, what somebody else put there, and what is of the owner of its first or an imported edition.
update all_events as event set confirmation = 'series'
  where series_id is not null and confirmation is null and (
    created_by is null
    or exists (
      select from admin_actions join series on series.id = event.series_id
      where action = 'series_joined' and path = '/series/' || series.slug and admin_id <> event.created_by
        and ', ' || (after ->> 'name') || ', ' like '%, ' || replace(replace(event.name, '%', '\%'), '_', '\_') || ', %'
    )
    or created_by in (
      select other.created_by from all_events as other
      where other.series_id = event.series_id and (other.confirmation = 'listing' or not exists (
        select from all_events as older
        where older.series_id = other.series_id and (older.created_at, older.id) < (other.created_at, other.id)
      ))
    )
  );
alter table all_events enable trigger user;

-- Their undo puts the confirmation back, too.
update series_changes set
  before = jsonb_set(before, '{editions}', (
    select coalesce(jsonb_agg(edition || jsonb_build_object('confirmation', confirmation) order by all_events.id), '[]')
    from jsonb_array_elements(before -> 'editions') as edition join all_events on all_events.id = (edition ->> 'id')::uuid
  )),
  after = jsonb_set(after, '{editions}', (
    select coalesce(jsonb_agg(edition || jsonb_build_object('confirmation', confirmation) order by all_events.id), '[]')
    from jsonb_array_elements(after -> 'editions') as edition join all_events on all_events.id = (edition ->> 'id')::uuid
  ));

-- Who follows a conference keeps following it, and hears of each next edition once.
alter table follows add column noticed_edition_id uuid references all_events (id) on delete set null;
create index follows_noticed_edition_id on follows (noticed_edition_id) where noticed_edition_id is not null;
comment on column follows.noticed_edition_id is 'The next edition of the conference that the follower was notified of.';

-- Who followed a series when it changed, and has deleted their account since.
update series_changes set
  before = jsonb_set(before, '{follows}', (
    select coalesce(jsonb_agg(follow), '[]') from jsonb_array_elements(before -> 'follows') as follow
    where (follow ->> 'user_id')::uuid in (select id from all_profiles)
  )),
  after = jsonb_set(after, '{follows}', (
    select coalesce(jsonb_agg(follow), '[]') from jsonb_array_elements(after -> 'follows') as follow
    where (follow ->> 'user_id')::uuid in (select id from all_profiles)
  ));

select renew_views();
select close_the_wall();
