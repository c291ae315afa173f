-- With a conference its owner may hand over their other editions of its series.

alter table event_handovers add column edition_ids uuid[] not null default '{}';
comment on column event_handovers.edition_ids is
  'The other events that are offered with it, as they were chosen: what joins the series later is not. One that is no longer the owner''s stays where it is.';

select close_the_wall();
