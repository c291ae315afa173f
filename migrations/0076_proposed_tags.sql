-- An import or a conference's name proposes topics: nobody's proposal, with the conferences that get the topic.

alter table topic_proposals alter column proposed_by drop not null;
comment on column topic_proposals.proposed_by is 'Null: an import or the names of conferences propose it.';

create table proposed_event_tags (
  proposal_id uuid not null references topic_proposals (id) on delete cascade,
  event_id uuid not null references all_events (id) on delete cascade,
  primary key (proposal_id, event_id)
);
create index proposed_event_tags_event_id on proposed_event_tags (event_id);
comment on table proposed_event_tags is 'The conferences that get a proposed topic when it is accepted. The topic may exist already.';

alter table event_imports
  add column tagged integer not null default 0,
  add column proposed_topics text[] not null default '{}';
comment on column event_imports.tagged is 'How many of its conferences got topics.';
comment on column event_imports.proposed_topics is 'Topics of the file that the site does not have.';

select close_the_wall();
