-- compatible with 102
--
-- What the lists of an account need of each order before they read the orders of a page: whose it is, its kind and its
-- state. So the thousands of orders of a frequent buyer are counted in the index alone.
drop index orders_of_person, orders_person, orders_company;
create index orders_of_person on orders (person_id, id) include (company_id, kind, state);
create index orders_of_company on orders (company_id, id) include (kind, state);

-- As in 079, with kind and state. Older releases read the id alone.
drop function orders_of_person(int);
create function orders_of_person(of_person int) returns table (id bigint, kind text, state text) language sql stable as $$
  select o.id, o.kind, o.state from orders o join person p on p.id = o.person_id
  where o.person_id = of_person and coalesce(o.company_id = p.company_id, o.company_id is null)
$$;
