-- compatible with 083
--
-- When the card provider was sent a refund last: the worker repeats the others before one that stays without an answer.
alter table payment_refund add column requested_at timestamptz;
