-- compatible with 049
-- What the sender of a request for approval writes to the head buyers.
alter table orders add column approval_note text not null default '' check (length(approval_note) <= 500);
