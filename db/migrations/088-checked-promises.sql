-- compatible with 085
--
-- Staff have looked at a promised day that may not be kept, and its customer needs no e-mail: when, and which day it was
-- (null: none was promised). The order is listed again once its day moves or its goods are not in their bin.
alter table orders
  add column promise_checked_at timestamptz,
  add column promise_checked_day date;
-- Lists of which every order was taken off are finished.
update pick_list p set finished_at = coalesce((select max(removed_at) from pick_list_order where pick_list_id = p.id), now())
where finished_at is null and not exists (select from pick_list_order where pick_list_id = p.id and is_open);
