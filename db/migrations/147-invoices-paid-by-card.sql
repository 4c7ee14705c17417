-- compatible with 102
--
-- A customer pays an invoice on account by card: the attempt is of the invoice instead of an order. Releases that do not know
-- them refuse their notifications, so that nothing is charged.
alter table payment_attempt
  alter column order_id drop not null,
  add column invoice_id bigint references sales_document,
  add constraint payment_attempt_subject check (num_nonnulls(order_id, invoice_id) = 1) not valid;
create index payment_attempt_invoice on payment_attempt (invoice_id, id) where invoice_id is not null;
alter table account_payment
  drop constraint account_payment_method_check,
  add constraint account_payment_method_check
    check (method in ('bank_transfer', 'cheque', 'card_by_phone', 'card', 'other')) not valid;
