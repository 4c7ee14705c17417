-- compatible with 049
-- The further browser sessions that sent the order of orders.session_hash: two clicks at once, before the browser has a session, start
-- a session each, and the browser keeps the cookie of whichever response arrives last. Each of them sees the order.

create table order_resend (
  session_hash bytea not null,
  order_id bigint not null references orders on delete cascade,
  primary key (session_hash, order_id)
);
create index order_resend_order on order_resend (order_id);

-- Ids of the orders that a browser session sent, first or again.
create function orders_of_session(session bytea) returns table (id bigint) language sql stable as $$
  select o.id from orders o where o.session_hash = session
  union all select r.order_id from order_resend r where r.session_hash = session
$$;
