-- compatible with 102
--
-- The list of all stock movements, by time: of a reason, and of a person, too. Rows are only added, by despatches, imports
-- and adjustments.
create index stock_movement_at on stock_movement (at, id);
create index stock_movement_reason on stock_movement (reason, at, id);
create index stock_movement_staff on stock_movement (staff_id, at, id) where staff_id is not null;
