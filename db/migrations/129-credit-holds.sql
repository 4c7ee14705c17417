-- compatible with 126
-- What is ordered on account beyond the company's credit limit, or while an invoice is long overdue, is held (decision 068).
alter table orders
  add column if not exists credit_hold boolean not null default false, -- beside the other holds: on_stop is true for each
  add column credit_check jsonb,              -- the figures of the last check (src/features/credit); null: none was needed
  add column credit_released_at timestamptz;  -- staff have sent it all the same

-- What a company owes: its documents on account less its payments, allocated or not.
create function account_balance(company int) returns bigint language sql stable as $$
  select coalesce((select sum(case d.kind when 'invoice' then d.total else -d.total end)
      from sales_document d where d.company_id = company and d.on_account), 0)::bigint
    - coalesce((select sum(p.amount) from account_payment p where p.company_id = company and p.cancelled_at is null), 0)::bigint
$$;

-- What it has ordered on account besides, placed and not invoiced yet, with VAT.
create function account_to_invoice(company int) returns bigint language sql stable as $$
  select coalesce(sum(greatest(0, o.total - coalesce((select sum(d.total) from sales_document d
      where d.order_id = o.id and d.kind = 'invoice'), 0))), 0)::bigint
  from orders o where o.company_id = company and o.kind = 'order' and o.method = 'account' and order_is_despatchable(o.state)
$$;

-- The day on which the oldest of its invoices was due that is not paid, of those that were due from one day until before
-- another; null: there is none.
create function account_overdue_since(company int, due_from date, due_before date) returns date language sql stable as $$
  select min(d.due_on) from sales_document d
  where d.company_id = company and d.on_account and d.kind = 'invoice' and d.due_on >= due_from and d.due_on < due_before
    and d.total > coalesce((select sum(a.amount) from account_allocation a
      where a.invoice_id = d.id and a.released_at is null), 0)
$$;

-- Whether an order is held because its account is on stop: what staff hold, what is to be paid and what is beyond the credit
-- has a mark of its own, and then account_stopped says so.
create function is_held_for_account(o orders) returns boolean language sql immutable as $$
  select o.on_stop and ((o.hold_reason = '' and not o.payment_due and not o.credit_hold) or o.account_stopped)
$$;

create or replace function release_held_orders() returns trigger language plpgsql as $$
begin
  update orders o set on_stop = o.hold_reason <> '' or o.payment_due or o.credit_hold, account_stopped = false,
      hold_released_at = case when o.hold_reason = '' and not o.payment_due and not o.credit_hold then now()
        else o.hold_released_at end
    where o.company_id = new.id and is_held_for_account(o);
  return null;
end $$;
