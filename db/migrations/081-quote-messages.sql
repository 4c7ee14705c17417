-- compatible with 080
-- What a customer writes about a quote may ask for a change of it. A customer without an account writes by the link of the
-- quote's e-mail: no author.
alter table order_message
  add column change_request boolean not null default false,
  alter column author_id drop not null;
alter table order_message
  add constraint order_message_author check (author_id is not null or not from_staff) not valid;
