-- compatible with 096
--
-- 091 made this index again although 078 had made the same as orders_not_invoiced.
drop index orders_without_invoice;
