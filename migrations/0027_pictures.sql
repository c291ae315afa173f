-- Uploaded pictures: in the database, so that backups, both engines and every process have them.

create table pictures (
  name text primary key,
  large bytea not null,
  small bytea not null,
  uploaded_by uuid references profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint pictures_name_is_32_hexadecimal_digits check (name ~ '^[0-9a-f]{32}$'),
  constraint pictures_are_at_most_400_kb check (octet_length(large) <= 400000 and octet_length(small) <= 40000)
);
create index pictures_uploaded_by on pictures (uploaded_by);
comment on table pictures is
  'Squares in WebP, re-encoded by the server. A column for the URL of a picture names one as /pictures/<name>.webp.';
-- They are compressed already.
alter table pictures alter column large set storage external, alter column small set storage external;

create function is_picture_url(value text) returns boolean
  language sql immutable strict parallel safe
  return is_web_url(value) or value ~ '^/pictures/[0-9a-f]{32}\.webp$';
comment on function is_picture_url(text) is 'An address on the web, or a picture that was uploaded here.';

alter table profiles drop constraint profiles_avatar_url_is_a_web_address;
alter table profiles add constraint profiles_avatar_url_is_a_picture check (is_picture_url(avatar_url));
alter table speakers drop constraint speakers_image_url_is_a_web_address;
alter table speakers add constraint speakers_image_url_is_a_picture check (is_picture_url(image_url));
alter table events add column logo_url text;
alter table events add constraint events_logo_url_is_a_picture check (is_picture_url(logo_url));

create index profiles_by_picture on profiles (avatar_url) where avatar_url like '/pictures/%';
create index speakers_by_picture on speakers (image_url) where image_url like '/pictures/%';
create index events_by_picture on events (logo_url) where logo_url like '/pictures/%';
create index speaker_merges_by_picture on speaker_merges (image_url) where image_url like '/pictures/%';

create function is_picture_used(name text) returns boolean
  language plpgsql stable
  as $$
  declare
    path text := '/pictures/' || name || '.webp';
  begin
    return exists (select from profiles where avatar_url = path and avatar_url like '/pictures/%')
      or exists (select from speakers where image_url = path and image_url like '/pictures/%')
      or exists (select from events where logo_url = path and logo_url like '/pictures/%')
      or exists (select from speaker_merges where image_url = path and image_url like '/pictures/%');
  end
  $$;
comment on function is_picture_used(text) is 'Repeats what the partial indexes are of, so that they are used.';

create function picture_let_go() returns trigger
  language plpgsql
  as $$
  begin
    delete from pictures where name = substr(to_jsonb(old) ->> tg_argv[0], 11, 32) and not is_picture_used(name);
    return null;
  end
  $$;
comment on function picture_let_go() is
  'A picture goes with the last row that shows it. Those that were never saved are removed at night.';
create trigger profiles_let_picture_go after update of avatar_url or delete on profiles
  for each row when (old.avatar_url like '/pictures/%') execute function picture_let_go('avatar_url');
create trigger speakers_let_picture_go after update of image_url or delete on speakers
  for each row when (old.image_url like '/pictures/%') execute function picture_let_go('image_url');
create trigger events_let_picture_go after update of logo_url or delete on events
  for each row when (old.logo_url like '/pictures/%') execute function picture_let_go('logo_url');
create trigger speaker_merges_let_picture_go after delete on speaker_merges
  for each row when (old.image_url like '/pictures/%') execute function picture_let_go('image_url');

select close_the_wall();
