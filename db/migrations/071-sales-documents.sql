-- Not marked as compatible: an older release would go on numbering invoices in invoice_counter.
--
-- Invoices and credit notes. Each has its content as it was issued, so that it can be opened for ever as it was; nothing
-- changes or deletes a row.
create table sales_document (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('invoice', 'credit_note')),
  number int not null,                                 -- 1, 2 … of its kind, without gaps, in the order of issued_at
  order_id bigint not null references orders,
  company_id int references company,
  on_account boolean not null,                         -- paid through the account; else by card, or nothing is to be paid
  issued_at timestamptz not null,
  issued_on date not null,                             -- in London
  tax_point date not null,                             -- VAT Act 1994, section 6: of a card order the day of the payment
  due_on date,                                         -- of an invoice on account; null: it states none
  parcel_id bigint unique references parcel,           -- of an invoice: what left the shop; null: the whole order
  request_key text unique,                             -- of the form: the same press twice issues one credit note
  reason text not null default '',                     -- of a credit note
  net int not null,                                    -- pence; a credit note's are above 0 as well
  vat int not null,
  total int not null,
  vat_rate_bp int not null,
  content jsonb not null,                              -- PdfDocument (src/infra/pdf/pdf-document.server.ts)
  unique (kind, number),
  check (net >= 0 and vat >= 0 and total = net + vat),
  check (kind = 'credit_note' or reason = '')
);
create index sales_document_order on sales_document (order_id, id);
create index sales_document_company on sales_document (company_id, issued_on) where on_account;
create index sales_document_tax_point on sales_document (tax_point);
create trigger sales_document_append_only before update or delete on sales_document
  for each row execute function refuse_change();

-- They add up to the document.
create table sales_document_line (
  document_id bigint not null references sales_document,
  nth int not null,                                    -- 1, 2 … of its document
  kind text not null check (kind in ('goods', 'delivery', 'amount')),
  position int,                                        -- of the order's line: goods
  product_id int references product,                   -- goods
  code text not null default '',
  title text not null,
  quantity int not null check (quantity > 0),
  net int not null,                                    -- pence, after the discount
  vat int not null,
  primary key (document_id, nth),
  check ((kind = 'goods') = (position is not null and product_id is not null))
);
create trigger sales_document_line_append_only before update or delete on sales_document_line
  for each row execute function refuse_change();

-- The last number of each kind. Its row is locked while a document is issued.
create table sales_document_counter (
  kind text primary key check (kind in ('invoice', 'credit_note')),
  last int not null
);
insert into sales_document_counter (kind, last) select 'invoice', last from invoice_counter;
insert into sales_document_counter (kind, last) values ('credit_note', 0);

-- The credit note that a refund of a card belongs to.
alter table payment_refund add column credit_note_id bigint references sales_document;
