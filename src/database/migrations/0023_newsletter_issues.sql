-- The monthly newsletter. What an issue shows is settled when its first letter is written, so that all of them say the same
-- whenever the work was broken off and taken up again; each subscriber carries the last issue that was written to them.
create table newsletter_issues (
  month      date        primary key check (extract(day from month) = 1),
  pieces     jsonb       not null check (jsonb_array_length(pieces) > 0),
  created_at timestamptz not null
);

alter table newsletter_subscribers add column last_issue date references newsletter_issues (month);
-- Who is written to, in the order in which that is done.
create index newsletter_subscribers_confirmed on newsletter_subscribers (id) where state = 'confirmed';
