-- compatible with 043
-- The metrics count what began within the last hour, and refunds without a result.
create index orders_created on orders (created_at);
create index payment_attempt_created on payment_attempt (created_at);
create index payment_refund_open on payment_refund (created_at) where state in ('sending', 'unknown');
