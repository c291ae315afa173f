-- An entry of a list without keys was found again by its name without year, its name and its day. Name and day say the same.
update source_entries as entry set key = simple.key
  from (
    select id, concat_ws(' ', fold(values ->> 'name'), values ->> 'start_date') as key from source_entries
  ) as simple
  where simple.id = entry.id and right(entry.key, length(simple.key) + 1) = ' ' || simple.key
    and not exists (
      select from source_entries as other where other.source_id = entry.source_id and other.key = simple.key
    );

select close_the_wall();
