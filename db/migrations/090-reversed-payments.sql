-- compatible with 085
--
-- When the card provider took a payment back. The day of the payment, which was its tax point, stays in completed_at.
alter table payment_attempt add column reversed_at timestamptz;
update payment_attempt a set reversed_at = a.completed_at, completed_at = o.placed_at
from orders o where o.id = a.order_id and a.state = 'reversed' and o.placed_at is not null;
