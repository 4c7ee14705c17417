-- compatible with 043
-- Windows of a day beside those of minutes: each count says how long its window is. The default is the longest window of
-- the version before, whose processes do not write the column.
alter table attempt_count add column window_seconds integer not null default 3600;

-- A login that was begun in a browser of the account's owner does not end by the wrong codes of others.
alter table login_step add column is_known_device boolean not null default false;
