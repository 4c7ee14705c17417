-- compatible with 078
-- What staff have corrected of an order. The order itself is as it stands after the last one.
create table order_correction (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  at timestamptz not null,
  staff_id int not null references person,
  request_key text not null unique,                    -- of the form: the same press twice corrects once
  changes jsonb not null,                              -- CorrectedField[] (src/features/orders/corrections/correction.ts)
  total_before int not null,                           -- pence
  total_after int not null
);
create index order_correction_order on order_correction (order_id, id);
create trigger order_correction_append_only before update or delete on order_correction
  for each row execute function refuse_change();
