-- compatible with 043
-- R-BASKET-13. The same number is maxLines in src/features/basket/basket.ts.
create function basket_max_lines() returns int language sql immutable as $$ select 1000 $$;

-- Every writer of lines locks the basket's row first, and a query within a trigger sees what other transactions have
-- committed until then. So the count is exact, also with concurrent adds. Each writer counts before it writes, and the
-- limit is reached here only when another transaction has filled the basket since: hence the error is one to retry.
create function check_basket_lines() returns trigger language plpgsql as $$
begin
  if exists (
    select from basket_line l where l.basket_id in (select basket_id from added)
    group by l.basket_id having count(*) > basket_max_lines()
  ) then
    raise exception 'a basket has % lines at most', basket_max_lines() using errcode = 'serialization_failure';
  end if;
  return null;
end $$;

create trigger basket_lines_limited after insert on basket_line referencing new table as added
  for each statement execute function check_basket_lines();

-- What did not fit when a guest's basket was merged at sign-in: [{code, quantity}], shown on the basket page.
alter table basket add column leftovers jsonb;
