-- compatible with 084
--
-- Pieces of a line that were credited before they left, and are not sent any more.
alter table order_line
  add column withdrawn_quantity int not null default 0,
  add constraint order_line_withdrawn check (withdrawn_quantity >= 0 and despatched_quantity + withdrawn_quantity <= quantity) not valid;
