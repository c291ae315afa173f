-- The newest talks with video, among which those about a common topic are found at once.
create index talks_with_video on all_talks (date desc, number) where video_url is not null;
-- What waits for an administrator, oldest first.
create index talk_links_waiting on all_talk_links (created_at, id) where status = 'suggested';
