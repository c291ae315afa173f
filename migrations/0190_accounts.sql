-- Where a conference itself speaks: its accounts and channels as web addresses, and its hashtag. Both may be unknown.

alter table all_events
  add column accounts text
    constraint events_accounts_are_web_addresses
    check (char_length(accounts) <= 2000 and accounts ~ '^https?://[^\s<>"]+( https?://[^\s<>"]+)*$'),
  add column hashtag text
    constraint events_hashtag_is_a_word check (hashtag ~ '^#?[^\s#]{1,50}$' and is_clean_line(hashtag));
comment on column all_events.accounts is 'Its own accounts and channels: web addresses, separated by blanks.';

select renew_views();
