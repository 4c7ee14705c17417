-- Payments by any provider: the first provider's field names leave the schema, and each attempt names its provider.

alter table payment_attempt rename column vendor_tx_code to transaction_reference;
alter table payment_attempt rename column vps_tx_id to provider_transaction_id;
alter table payment_attempt rename column security_key to provider_secret;
alter table payment_attempt rename column next_url to payment_page_url;
alter table payment_attempt rename column tx_auth_no to authorisation_code;
alter table payment_attempt rename column status_detail to provider_detail;
alter table payment_attempt rename column answer to notification_reply;
alter table payment_attempt rename column settled_at to completed_at;
alter table payment_attempt
  rename constraint payment_attempt_vendor_tx_code_key to payment_attempt_transaction_reference_key;
alter table payment_attempt
  rename constraint payment_attempt_vendor_tx_code_check to payment_attempt_transaction_reference_check;

alter table payment_attempt
  -- Notifications and refunds go to the provider that took the payment.
  add column provider text not null default 'opayo' check (provider ~ '^[a-z0-9-]{1,20}$'),
  -- A notification could not be verified, so the reply refused the charge.
  add column has_invalid_notification boolean not null default false;
update payment_attempt set has_invalid_notification = true, provider_detail = null
  where provider_detail = 'a notification could not be believed';

alter table payment_refund rename column vendor_tx_code to transaction_reference;
alter table payment_refund rename column detail to provider_detail;
alter table payment_refund rename column settled_at to completed_at;
alter table payment_refund
  rename constraint payment_refund_vendor_tx_code_key to payment_refund_transaction_reference_key;
alter table payment_refund
  rename constraint payment_refund_vendor_tx_code_check to payment_refund_transaction_reference_check;

-- One value of the method gets another name; which other values are allowed stays as it is.
do $$
declare
  definition text;
begin
  select replace(pg_get_constraintdef(oid), '''sagepay''', '''card''') into strict definition
    from pg_constraint where conrelid = 'orders'::regclass and conname = 'orders_method_check';
  alter table orders drop constraint orders_method_check;
  update orders set method = 'card' where method = 'sagepay';
  execute 'alter table orders add constraint orders_method_check ' || definition;
end $$;
update checkout_draft set answers = jsonb_set(answers, '{paymentMethod}', '"card"')
  where answers ->> 'paymentMethod' = 'sagepay';
