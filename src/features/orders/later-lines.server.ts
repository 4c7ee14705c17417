import { sql } from 'kysely'

/** The lead times of those lines of an order `o` that were not in stock and have not left: `LaterArrival[]` as JSON. */
export const laterLines = sql`coalesce((
  select json_agg(json_build_object('leadTime', l.lead_time, 'laterSince', l.later_since)) from order_line l
  where l.order_id = o.id and l.later_quantity > l.withdrawn_quantity
    and l.despatched_quantity + l.withdrawn_quantity < l.quantity), '[]')`
