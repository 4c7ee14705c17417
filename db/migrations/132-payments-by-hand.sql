-- compatible with 102
-- What is paid in cash, at the card terminal or by bank transfer, and entered by staff. The money itself is a
-- payment_attempt with the provider 'cash', 'terminal' or 'bank', so that all that counts payments counts these too.
-- Releases that do not know them refuse to refund them, as of any provider that is not set up.
alter table orders drop constraint orders_method_check,
  add constraint orders_method_check check (method in ('account', 'card', 'godmode', 'free', 'counter')) not valid;
create table order_payment (
  attempt_id bigint primary key references payment_attempt,
  staff_id int not null references person,
  reference text not null,                             -- of the bank or the terminal's slip
  till text not null,
  received_on date not null,
  request_key text not null unique
);
create index order_payment_day on order_payment (received_on, attempt_id);
