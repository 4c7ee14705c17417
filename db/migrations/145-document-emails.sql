-- compatible with 102
--
-- Invoices and credit notes go to the accounts department of a company: at once as they are issued, those of a day in one e-mail,
-- or none.
alter table company
  add column document_emails text not null default 'at_once',
  add constraint company_document_emails check (document_emails in ('at_once', 'daily', 'off')) not valid;

-- What waits for the e-mail of its day. The row goes in the transaction that enqueues the e-mail.
create table document_to_email (
  document_id bigint primary key references sales_document
);
