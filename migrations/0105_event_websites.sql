-- A conference is found by the address of its own page.

create index events_by_website on all_events (address_key(website)) where website is not null;
