-- compatible with 074
-- Goods that a customer sends back. The id is the number of the return: RMA-000012.
create table return_request (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  state text not null check (state in
    ('requested', 'authorised', 'refused', 'cancelled', 'received', 'inspected', 'credited', 'closed')),
  reason text not null,                                -- a key of src/features/returns/returns.ts
  details text not null default '' check (length(details) <= 1000),
  person_id int references person,
  email text not null,                                 -- of the person who asked for it
  request_key text not null unique,                    -- of the form: the same press twice asks for one return
  requested_at timestamptz not null,
  reply text not null default '' check (length(reply) <= 1000),   -- what staff wrote to the customer
  charge_percent int not null default 0 check (charge_percent between 0 and 100),
  credit_note_id bigint unique references sales_document
);
create index return_request_order on return_request (order_id);
create index return_request_open on return_request (state, id) where state in ('requested', 'authorised', 'received', 'inspected');

-- Null: not decided yet, or never.
create table return_line (
  return_id bigint not null references return_request,
  order_id bigint not null,
  position int not null,
  requested int not null check (requested > 0),
  authorised int check (authorised between 0 and requested),
  received int check (received >= 0),
  restocked int check (restocked >= 0),
  scrapped int check (scrapped >= 0),
  credited int check (credited between 0 and received),
  note text not null default '' check (length(note) <= 200),    -- of the inspection, for staff
  primary key (return_id, position),
  foreign key (order_id, position) references order_line,
  constraint return_line_inspected check (restocked + scrapped = received)
);
create index return_line_of_order on return_line (order_id, position);

-- How many pieces of its order's line a return takes up: they cannot be returned again.
create function return_pieces(state text, line return_line) returns int
  language sql immutable parallel safe
  return case state
    when 'requested' then line.requested
    when 'authorised' then line.authorised
    when 'refused' then 0
    when 'cancelled' then 0
    else coalesce(line.received, 0)
  end;

-- The files are in DATA_DIR/images/returns.
create table return_picture (
  return_id bigint not null references return_request,
  nth int not null check (nth between 1 and 4),
  file text not null unique,
  primary key (return_id, nth)
);

create table return_history (
  id bigint generated always as identity primary key,
  return_id bigint not null references return_request,
  at timestamptz not null,
  actor text not null,                                 -- 'person 12'
  from_state text,
  to_state text not null,
  note text not null default '',
  request_key text unique                              -- of the staff's form: the same press twice does it once
);
create index return_history_return on return_history (return_id, id);
create trigger return_history_append_only before update or delete on return_history
  for each row execute function refuse_change();
