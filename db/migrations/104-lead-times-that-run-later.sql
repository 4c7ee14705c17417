-- compatible with 102
--
-- The day from which the lead time of a line's later pieces runs, where they were found missing, or chosen in a correction,
-- after the order. Null: it runs from the order.
alter table order_line add column later_since date;
