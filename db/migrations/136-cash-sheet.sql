-- compatible with 126
-- A payment that staff entered wrongly is taken back: its attempt is 'reversed', and the entry says by whom and why.
alter table order_payment
  add column cancelled_by int references person,
  add column cancel_reason text not null default '';
create index payment_attempt_reversed_day on payment_attempt (((reversed_at at time zone 'Europe/London')::date))
  where state = 'reversed';
create index payment_refund_day on payment_refund (((created_at at time zone 'Europe/London')::date));

-- What the cash sheets add up: each payment that staff took on the day it came in, less what was paid back and what was entered
-- wrongly, each on its own day.
create view cash_movement as
  select 'payment' as what, a.id as attempt_id, a.order_id, a.provider as kind, p.till, p.received_on as day,
    a.completed_at as at, p.reference, a.amount, p.staff_id, '' as why
  from order_payment p join payment_attempt a on a.id = p.attempt_id
  union all
  select 'cancelled', a.id, a.order_id, a.provider, p.till, (a.reversed_at at time zone 'Europe/London')::date,
    a.reversed_at, p.reference, -a.amount, p.cancelled_by, p.cancel_reason
  from order_payment p join payment_attempt a on a.id = p.attempt_id where a.state = 'reversed'
  union all
  select 'refund', a.id, a.order_id, a.provider, p.till, (r.created_at at time zone 'Europe/London')::date,
    r.created_at, p.reference, -r.amount, r.requested_by, r.reason
  from order_payment p join payment_attempt a on a.id = p.attempt_id
    join payment_refund r on r.attempt_id = a.id and r.state = 'done';
