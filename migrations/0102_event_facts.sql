-- What a visitor wants to know before going. All of it may be unknown, which is shown as nothing, and never as "no".

alter table all_events
  add column format text
    constraint events_format_is_known check (format in ('in_person', 'online', 'hybrid')),
  add column languages text
    constraint events_languages_look_like_bcp_47
    check (char_length(languages) <= 100 and languages ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*(, [a-z]{2,3}(-[A-Za-z0-9]{2,8})*)*$'),
  add column price text
    constraint events_price_is_free_or_in_a_currency check (price ~ '^(free|\d{1,6}( to \d{1,6})? [A-Z]{3})$'),
  add column captions text constraint events_captions_is_yes_or_no check (captions in ('yes', 'no')),
  add column sign_language text constraint events_sign_language_is_yes_or_no check (sign_language in ('yes', 'no')),
  add column step_free text constraint events_step_free_is_yes_or_no check (step_free in ('yes', 'no')),
  add column childcare text constraint events_childcare_is_yes_or_no check (childcare in ('yes', 'no')),
  add column quiet_room text constraint events_quiet_room_is_yes_or_no check (quiet_room in ('yes', 'no')),
  add column scholarships text constraint events_scholarships_is_yes_or_no check (scholarships in ('yes', 'no'));
comment on column all_events.languages is 'Of the talks: codes, separated by commas.';
comment on column all_events.price is 'Of a ticket: "free", "150 EUR" or "150 to 300 EUR".';

select renew_views();
