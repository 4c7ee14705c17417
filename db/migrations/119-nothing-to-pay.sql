-- compatible with 102
--
-- An order of £0.00 for which nothing is to be paid: it is neither on account nor paid by card. Releases that do not know
-- it place and read all other orders as before, but draw no invoice of it. One that becomes dearer by a correction is paid
-- by card from then on.
alter table orders drop constraint orders_method_check,
  add constraint orders_method_check check (method in ('account', 'card', 'godmode', 'free')) not valid,
  add constraint orders_free_of_charge check (method <> 'free' or total = 0) not valid;
