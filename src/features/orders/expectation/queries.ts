import { type RawBuilder, sql } from 'kysely'
import type { IsoDate } from '../../../lib/dates.ts'

/** The day that the customer of an order `o` expects; null: none. */
export const expectedDay = sql`(select day from expected_day where order_id = o.id)`

/** The same as a table with (source, day). With the limit, the planner does not read all orders for a join. */
export const expectedDayOfOrder = sql`lateral (select source, day from expected_day where order_id = o.id limit 1)`

/**
 * What `expectOrder` needs to know of an order `o`, as JSON: an ExpectedOrder with those of its lines of which something is still
 * to go. `lineColumns`: more of a line `l`. `allocated`: a table with (order_id, position, allocatable) of
 * the lines that cannot send all; null: what is on hand is not read.
 */
export const expectedFacts = (
  lineColumns: Record<string, RawBuilder<unknown>> = {},
  allocated: RawBuilder<unknown> | null = null,
): RawBuilder<unknown> => sql`json_build_object(
  'state', o.state, 'onStop', o.on_stop, 'wasHeld', o.hold_released_at is not null,
  'delay', case when o.delayed_at is not null then json_build_object('day', o.delayed_until) end,
  'isReadyToCollect', o.ready_to_collect_at is not null, 'consignments', o.consignments,
  'deliveryCode', o.delivery_code, 'deliveryDate', o.delivery_date,
  'orderedOn', (o.placed_at at time zone 'Europe/London')::date,
  'lines', case when order_is_despatchable(o.state) or order_is_open(o.state) then coalesce((
    select json_agg(json_build_object('position', l.position, 'quantity', l.quantity - l.withdrawn_quantity,
      'laterQuantity', greatest(0, l.later_quantity - l.withdrawn_quantity), 'leadTime', l.lead_time,
      'laterSince', l.later_since, 'despatchedQuantity', l.despatched_quantity
      ${allocated === null ? sql`` : sql`, 'reserved', l.set_aside_quantity, 'allocatable', coalesce(a.allocatable, l.quantity)`}
      ${sql.join(
        Object.entries(lineColumns).map(([name, column]) => sql`, ${sql.lit(name)}, ${column}`),
        sql``,
      )}) order by l.position)
    from order_line l ${allocated === null ? sql`` : sql`left join ${allocated} a on a.order_id = l.order_id and a.position = l.position`}
    where l.order_id = o.id and l.despatched_quantity + l.withdrawn_quantity < l.quantity), '[]') else '[]' end)`

/** Nothing of an order `o` goes while a part of it is missing: `isWaitingForAll`. Null: not so. */
export const isSentTogetherSql = sql`(o.consignments = 'together' and o.state = 'placed')`

/**
 * The rows of `expected_pieces` for which `condition` is true of `p`, divided by what the warehouse can send of them now, as
 * `expectOrder` divides them: with the final state, `is_on_hand`, `can_go` and `is_late`. All lines of an order must be
 * among them. `allocated`: a table with (order_id, position, allocatable); of a line that it lacks, all can go.
 */
export const allocatedPiecesSql = ({
  allocated,
  condition,
  today,
}: {
  allocated: RawBuilder<unknown>
  condition: RawBuilder<unknown>
  today: IsoDate
}): RawBuilder<unknown> => sql`(
  select p.order_id, p.position, part.until - part.since as quantity, p.is_back_ordered, p.source, p.day, p.first_day, p.last_day,
    case when p.state <> 'open' then p.state
      when part.since < p.set_aside then case when o.ready_to_collect_at is null then 'picked' else 'ready_to_collect' end
      when part.since < p.allocatable then 'to_pick' else 'waiting' end as state,
    part.since < p.allocatable as is_on_hand,
    part.since < p.allocatable and not (${isSentTogetherSql} is true and p.is_any_missing) as can_go,
    coalesce(p.day < ${today}::date, false) or (p.source <> 'announced' and coalesce(p.last_day < ${today}::date, false)) as is_late
  from (
    select p.*, allocation.allocatable, bool_or(p.state = 'open' and allocation.allocatable < p.line_open) over (partition by p.order_id) as is_any_missing,
      case when p.state in ('sent', 'collected') or not p.is_back_ordered then 0 else p.line_open - p.quantity end as since
    from expected_pieces p left join ${allocated} a on a.order_id = p.order_id and a.position = p.position
      cross join lateral (select case when p.state = 'open' then least(p.line_open, coalesce(a.allocatable, p.line_open)) else 0 end as allocatable) allocation
    where ${condition}
  ) p join orders o on o.id = p.order_id cross join lateral (
    select greatest(p.since, piece.since) as since, least(p.since + p.quantity, piece.until) as until
    from (values (0, least(p.set_aside, p.allocatable)), (least(p.set_aside, p.allocatable), greatest(p.set_aside, p.allocatable)),
      (greatest(p.set_aside, p.allocatable), greatest(p.line_open, p.quantity))) as piece (since, until)) part
  where part.since < part.until)`
