-- Pages that show the topics of talks and speakers, or a talk, are dropped when these change: a topic that was renamed,
-- or taken off a talk, stayed on the speaker's page.

create function speaker_topic_changed() returns trigger
  language plpgsql
  as $$
  begin
    perform announce_list('speakers');
    perform announce('speaker', (coalesce(new, old)).speaker_id);
    return null;
  end
  $$;
create trigger speaker_topics_changed after insert or update or delete on speaker_topics
  for each row execute function speaker_topic_changed();

create function topic_renamed() returns trigger
  language plpgsql
  as $$
  begin
    perform announce('event', event_id) from (
      select distinct talks.event_id from talk_topics join talks on talks.id = talk_topics.talk_id
      where talk_topics.topic_id = new.id
    ) as discussed_at;
    perform announce('speaker', speaker_id) from speaker_topics where topic_id = new.id;
    return null;
  end
  $$;
create trigger topics_renamed after update of name on topics
  for each row when (old.name is distinct from new.name) execute function topic_renamed();

create or replace function talk_changed() returns trigger
  language plpgsql
  as $$
  declare
    talk talks := coalesce(new, old);
  begin
    perform announce_list('talks');
    perform announce('event', talk.event_id);
    if talk.created_by is not null then
      perform announce('profile', talk.created_by);
    end if;
    return null;
  end
  $$;

select close_the_wall();
