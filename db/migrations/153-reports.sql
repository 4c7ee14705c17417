-- compatible with 102
-- What was invoiced and credited in a period (/admin/reports).
create index sales_document_issued_on on sales_document (issued_on);
