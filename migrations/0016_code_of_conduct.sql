-- Where a conference says how people treat each other there.

alter table events add column code_of_conduct_url text
  constraint events_code_of_conduct_url_is_a_web_address check (is_web_url(code_of_conduct_url));
