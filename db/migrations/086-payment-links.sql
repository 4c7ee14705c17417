-- compatible with 085
--
-- What a correction has made dearer is paid by a link. What is due is not stored: it is the total of the order, less what
-- was paid, plus what corrections have refunded (src/features/orders/amount-due.server.ts).
alter table payment_attempt add column by_link boolean not null default false;  -- of what is due: it places no order
alter table payment_refund add column correction_id bigint references order_correction;  -- null: its total stayed as it was
update payment_refund r set correction_id = c.id
from payment_attempt a join order_correction c on c.order_id = a.order_id
where a.id = r.attempt_id and r.created_at = c.at and c.total_after < c.total_before
  and r.credit_note_id is null and r.repeats_id is null;

-- Held until what is due is paid: on_stop is true as long as it is to be despatched.
alter table orders add column payment_due boolean not null default false;
create or replace function release_held_orders() returns trigger language plpgsql as $$
begin
  update orders set on_stop = hold_reason <> '' or payment_due, account_stopped = false,
      hold_released_at = case when hold_reason = '' and not payment_due then now() else hold_released_at end
    where company_id = new.id and on_stop and ((hold_reason = '' and not payment_due) or account_stopped);
  return null;
end $$;
