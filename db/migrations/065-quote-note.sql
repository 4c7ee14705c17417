-- compatible with 056
-- What the customer wrote to a request for a quote; '' for all other orders.
alter table orders add column quote_note text not null default '';
