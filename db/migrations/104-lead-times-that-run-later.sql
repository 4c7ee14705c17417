-- compatible with 102
--
-- The day from which the lead time of a line's later pieces runs, where they were found missing, or chosen in a correction,
-- after the order. Null: it runs from the order.
--
-- All pending files run in one transaction: this one takes the locks of those after it, in the order in which the shop takes
-- them. What reads or writes orders waits until the indexes of 108 and 110 are built: one to two seconds with 200,000 orders.
lock table orders, order_line, stock_movement in access exclusive mode;
alter table order_line add column later_since date;
