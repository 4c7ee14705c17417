-- compatible with 071
-- What staff write to each other about an order; the customer never sees it.
create table order_note (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  at timestamptz not null,
  staff_id int not null references person,
  text text not null check (text <> ''),
  request_key text not null unique                     -- of the form: the same press twice writes one note
);
create index order_note_order on order_note (order_id, id);
create trigger order_note_append_only before update or delete on order_note
  for each row execute function refuse_change();

-- The staff that a note names with an @.
create table order_note_mention (
  note_id bigint not null references order_note,
  person_id int not null references person,
  done_at timestamptz,                                 -- null: open on the person's overview
  primary key (note_id, person_id)
);
create index order_note_mention_open on order_note_mention (person_id, note_id) where done_at is null;

-- What staff and the customer write to each other about an order.
create table order_message (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  at timestamptz not null,
  author_id int not null references person,
  from_staff boolean not null,
  text text not null check (text <> ''),
  request_key text not null unique,
  answered_at timestamptz                              -- of a customer's message; null: it waits for staff
);
create index order_message_order on order_message (order_id, id);
create index order_message_open on order_message (order_id) where not from_staff and answered_at is null;
create trigger order_message_append_only before delete or update of order_id, at, author_id, from_staff, text, request_key
  on order_message for each row execute function refuse_change();

-- The e-mails about an order.
create index mail_outbox_reference on mail_outbox ((facts->>'reference'), id);
