-- compatible with 102
--
-- Reminders of overdue invoices: each of the three goes once for an invoice, and none while it is disputed.
create table payment_reminder (
  invoice_id bigint not null references sales_document,
  level int not null check (level between 1 and 3),
  sent_at timestamptz not null,
  staff_id int not null references person,
  primary key (invoice_id, level)
);
create table reminder_pause (
  invoice_id bigint primary key references sales_document,
  reason text not null check (reason <> '')
);
