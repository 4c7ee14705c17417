-- compatible with 049
-- The day on which the invoice of an order on account is due, as it was when the invoice was numbered; null: not stated.
alter table orders add column invoice_due date;
