-- Which conferences are the editions of one is stored: in series_id, and in series_proposals until somebody decides. No page
-- looks for others of its name any more.

create or replace function event_changed() returns trigger
  language plpgsql
  as $$
  begin
    perform announce_list('events');
    if tg_op <> 'INSERT' or current_setting('hallway.bulk', true) is distinct from 'on' then
      perform announce('event', coalesce(new.id, old.id));
    end if;
    if tg_op <> 'INSERT' and old.created_by is not null then
      perform announce('profile', old.created_by);
    end if;
    if tg_op <> 'DELETE' and new.created_by is not null then
      perform announce('profile', new.created_by);
    end if;
    return null;
  end
  $$;
drop function announce_names;
drop index events_by_stem;
drop function conference_stem;
drop index events_by_conference;

create index series_proposals_by_event on series_proposals using gin (event_ids);

-- The page of a conference names what members have listed as its next edition.
create function series_proposal_changed() returns trigger
  language plpgsql
  as $$
  declare
    ids uuid[] := coalesce(new.event_ids, old.event_ids);
  begin
    if exists (select from all_events where id = any (ids) and confirmation is null) then
      perform announce('event', id) from unnest(ids) as id;
    end if;
    return null;
  end
  $$;
create trigger series_proposals_announced after insert or delete or update of is_dismissed on series_proposals
  for each row execute function series_proposal_changed();

select close_the_wall();
