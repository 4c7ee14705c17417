-- compatible with 056
-- A change of a person's e-mail address between its request and its end. Each link is e-mailed to one of the two
-- addresses, and the address changes when both are confirmed. The row outlives that, so that a repeated click gets the
-- same answer.
create table email_change (
  person_id int primary key references person on delete cascade,
  email text not null check (email = lower(email) and length(email) <= 254),
  current_link_hash bytea not null unique,
  new_link_hash bytea not null unique,
  current_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  -- The browser in which it was requested stays signed in.
  session_hash bytea not null,
  expires_at timestamptz not null
);
create index email_change_expires on email_change (expires_at);
