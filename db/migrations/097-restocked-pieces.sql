-- compatible with 096
--
-- Pieces of an order that a credit put back on hand: of which line, and with which movement of stock.
alter table order_line
  add column restocked_quantity int not null default 0,
  add constraint order_line_restocked check (restocked_quantity between 0 and despatched_quantity) not valid;
alter table stock_movement add column order_id bigint references orders;
create index stock_movement_order on stock_movement (order_id) where order_id is not null;

-- Earlier releases recorded them by product, with the order in a note. Only these movements of returned goods have no key of
-- a form: what staff type as a note is no credit. The pieces are those of the first lines of the product that no return has.
create function restock_lines(order_id bigint, product_id int, pieces int) returns void
  language sql as $$
    update order_line l set restocked_quantity = l.restocked_quantity + line.pieces
    from (
      select position, greatest(0, least(rest, $3 - rest_before))::int as pieces
      from (
        select position, rest, sum(rest) over (order by position) - rest as rest_before
        from (
          select o.position, greatest(0, o.despatched_quantity - o.restocked_quantity - coalesce((
            select sum(r.received) from return_line r
            where r.order_id = o.order_id and r.position = o.position), 0)) as rest
          from order_line o where o.order_id = $1 and o.product_id = $2
        ) lines
      ) counted
    ) line
    where l.order_id = $1 and l.position = line.position and line.pieces > 0;
  $$;

alter table stock_movement disable trigger stock_movement_append_only;
update stock_movement m set order_id = o.id from orders o
where m.reason = 'return' and m.request_key is null and m.note = 'order ' || o.reference;
alter table stock_movement enable trigger stock_movement_append_only;
select restock_lines(m.order_id, m.product_id, sum(m.change)::int) from stock_movement m
where m.order_id is not null group by m.order_id, m.product_id;

-- For the release before, as long as a process of it runs beside this one.
create function complete_restock() returns trigger language plpgsql as $$
begin
  select id into new.order_id from orders where reference = substring(new.note from '^order (.*)$');
  if found then perform restock_lines(new.order_id, new.product_id, new.change); end if;
  return new;
end $$;
create trigger stock_movement_complete_restock before insert on stock_movement for each row
  when (new.reason = 'return' and new.request_key is null and new.order_id is null)
  execute function complete_restock();
