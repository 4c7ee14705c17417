-- compatible with 071
-- The sales ledger: what companies owe on account, and what they have paid.

-- Pence; null: none was agreed.
alter table company add column credit_limit int;
alter table company add constraint company_credit_limit check (credit_limit >= 0) not valid;

-- Money that came in. A mistake is cancelled with a reason, never deleted.
create table account_payment (
  id bigint generated always as identity primary key,
  company_id int not null references company,
  received_on date not null,
  amount int not null check (amount > 0),              -- pence
  method text not null check (method in ('bank_transfer', 'cheque', 'card_by_phone', 'other')),
  reference text not null check (length(reference) between 1 and 60),
  note text not null default '' check (length(note) <= 200),
  request_key text not null unique,                    -- of the form: the same press twice enters one payment
  staff_id int references person,
  entered_at timestamptz not null,                     -- the statement has it on this day
  cancelled_at timestamptz,
  cancelled_by int references person,
  cancel_reason text not null default '' check (length(cancel_reason) <= 200),
  check ((cancelled_at is null) = (cancel_reason = ''))
);
create index account_payment_company on account_payment (company_id, entered_at);

-- What a payment or a credit note pays of an invoice. A change ends rows and adds others, so that the ledger can be
-- read as it stood at any time.
create table account_allocation (
  id bigint generated always as identity primary key,
  invoice_id bigint not null references sales_document,
  payment_id bigint references account_payment,
  credit_note_id bigint references sales_document,
  amount int not null check (amount > 0),              -- pence
  allocated_at timestamptz not null,
  released_at timestamptz,
  check (num_nonnulls(payment_id, credit_note_id) = 1),
  check (released_at >= allocated_at)
);
create unique index account_allocation_once on account_allocation (invoice_id, payment_id, credit_note_id)
  nulls not distinct where released_at is null;
create index account_allocation_invoice on account_allocation (invoice_id);
create index account_allocation_payment on account_allocation (payment_id) where payment_id is not null;
create index account_allocation_credit_note on account_allocation (credit_note_id) where credit_note_id is not null;

-- Refuses more than the invoice, the payment or the credit note has, and what belongs to different companies. The caller
-- has locked the company.
create function check_allocation() returns trigger language plpgsql as $$
declare
  invoice sales_document;
  company int;
  available int;
  allocated int;
begin
  if new.released_at is not null then
    return null;
  end if;
  select * into invoice from sales_document where id = new.invoice_id;
  if new.payment_id is not null then
    select company_id, amount into company, available
      from account_payment where id = new.payment_id and cancelled_at is null;
    select sum(amount) into allocated
      from account_allocation where payment_id = new.payment_id and released_at is null;
  else
    select company_id, total into company, available
      from sales_document where id = new.credit_note_id and kind = 'credit_note' and on_account;
    select sum(amount) into allocated
      from account_allocation where credit_note_id = new.credit_note_id and released_at is null;
  end if;
  if invoice.kind <> 'invoice' or not invoice.on_account or company is distinct from invoice.company_id
    or allocated > coalesce(available, 0)
    or (select sum(amount) from account_allocation where invoice_id = new.invoice_id and released_at is null)
      > invoice.total then
    raise exception 'allocation % is more than there is', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger account_allocation_check after insert or update on account_allocation
  for each row execute function check_allocation();

-- A credit note pays the invoices of its order first, the oldest before the others. In the database, so that no code
-- that issues credit notes can leave it out.
create function allocate_credit_note() returns trigger language plpgsql as $$
begin
  perform from company where id = new.company_id for no key update;
  insert into account_allocation (invoice_id, credit_note_id, amount, allocated_at)
  select id, new.id, least(open, new.total - before), new.issued_at
  from (
    select id, open, coalesce(sum(open) over (order by number rows between unbounded preceding and 1 preceding), 0)::int
      as before
    from (
      select d.id, d.number, d.total - coalesce((select sum(a.amount) from account_allocation a
        where a.invoice_id = d.id and a.released_at is null), 0)::int as open
      from sales_document d
      where d.order_id = new.order_id and d.kind = 'invoice' and d.on_account and d.company_id = new.company_id
    ) invoices where open > 0
  ) waiting where before < new.total;
  return null;
end $$;
create trigger sales_document_allocate after insert on sales_document
  for each row when (new.kind = 'credit_note' and new.on_account and new.company_id is not null)
  execute function allocate_credit_note();

-- The statements that were sent by e-mail, one for each company and month.
create table account_statement (
  company_id int not null references company,
  month date not null check (month = date_trunc('month', month)::date),
  sent_at timestamptz not null,
  staff_id int references person,                      -- null: the monthly job
  primary key (company_id, month)
);
