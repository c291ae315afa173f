-- Pictures of videos. The server fetches each once and stores it with the others, so that pages show them and load nothing
-- from the video's host before a click.

alter table link_checks add column picture text, add column picture_tried_at timestamptz;
alter table link_checks add constraint link_checks_picture_is_stored_here
  check (picture ~ '^/pictures/[0-9a-f]{32}\.webp$');
comment on column link_checks.picture is 'The picture of a video: a row of pictures that nobody uploaded.';
comment on column link_checks.picture_tried_at is 'When the picture was fetched, or was found not to be there.';

create index link_checks_by_picture on link_checks (picture) where picture like '/pictures/%';
create index link_checks_without_picture on link_checks (address_key)
  where picture_tried_at is null and url ~ '^https://(www\.youtube\.com/watch|vimeo\.com/\d|media\.ccc\.de/v/)';

create or replace function is_picture_used(name text) returns boolean
  language plpgsql stable
  as $$
  declare
    path text := '/pictures/' || name || '.webp';
  begin
    return exists (select from all_profiles where avatar_url = path and avatar_url like '/pictures/%')
      or exists (select from all_speakers where image_url = path and image_url like '/pictures/%')
      or exists (select from all_events where logo_url = path and logo_url like '/pictures/%')
      or exists (select from speaker_merges where image_url = path and image_url like '/pictures/%')
      or exists (select from link_checks where picture = path and picture like '/pictures/%');
  end
  $$;
create trigger link_checks_let_picture_go after update of picture or delete on link_checks
  for each row when (old.picture is not null) execute function picture_let_go('picture');

drop trigger link_checks_gone on link_checks;
create trigger link_checks_gone after update on link_checks for each row
  when (
    old.gone_since is distinct from new.gone_since or old.picture is distinct from new.picture
    or old.address_key <> new.address_key
  )
  execute function link_check_changed();

select close_the_wall();
