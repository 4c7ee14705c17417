-- compatible with 126
-- A stop holds what has not left yet (decision 068), and takes it off its pick list.
alter table company
  add column if not exists stop_reason text not null default '',
  add column stopped_for_overdue_on date;     -- when the shop has stopped it by itself; null: never

-- What the list has set aside is free again; what was announced, or put into the order's box by earlier lists, stays set aside.
-- A list without another order is finished with that. `positions`, `quantities`: what is despatched now, before it is
-- written: what this list has picked leaves before the box does. The caller has locked the order.
create function remove_from_pick_list(removed_order bigint, why text, at timestamptz, positions int[] default '{}', quantities int[] default '{}')
returns void language plpgsql as $$
declare
  list int;
begin
  select p.id into list from pick_list p join pick_list_order po on po.pick_list_id = p.id
    where po.order_id = removed_order and po.is_open for update of p;
  if list is null then
    return;
  end if;
  update pick_list_order po set is_open = false, removed_at = at, removed_why = why
    where po.pick_list_id = list and po.order_id = removed_order;
  update pick_list set finished_at = at where id = list and not exists (
    select from pick_list_order po where po.pick_list_id = list and po.is_open);
  update order_line l set set_aside_quantity = greatest(0,
      l.set_aside_quantity - line.quantity + least(coalesce(line.picked, 0), coalesce(leaving.quantity, 0)))
    from pick_list_line line
      left join unnest(positions, quantities) as leaving (position, quantity) on leaving.position = line.position
    where line.pick_list_id = list and line.order_id = removed_order and l.order_id = line.order_id and l.position = line.position;
end $$;

create function hold_account_orders() returns trigger language plpgsql as $$
declare
  held record;
begin
  perform from orders o where o.company_id = new.id and o.kind = 'order' and o.method = 'account'
    and order_is_despatchable(o.state) order by o.id for no key update;
  for held in
    update orders o set on_stop = true, account_stopped = o.hold_reason <> '' or o.payment_due or o.credit_hold,
        delayed_at = null, delayed_until = null
      where o.company_id = new.id and o.kind = 'order' and o.method = 'account' and order_is_despatchable(o.state)
        and not is_held_for_account(o)
      returning o.id, o.state
  loop
    perform remove_from_pick_list(held.id, 'held', now());
    insert into order_history (order_id, at, actor_kind, from_state, to_state, event, why)
      values (held.id, now(), 'clock', held.state, held.state, 'held', 'the account is on stop');
  end loop;
  return null;
end $$;

create trigger account_stopped after update of on_stop on company
  for each row when (new.on_stop and not old.on_stop) execute function hold_account_orders();
