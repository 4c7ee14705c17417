import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'
import { limitToPage } from '../../../infra/database/columns.ts'
import { addDays, fromLondonTime } from '../../../lib/dates.ts'
import {
  type ListedPickList,
  maxFinishedListed,
  type PickListFilter,
  type PickListGroup,
  type PickListSort,
} from './pick-list.ts'

const sortSql: Record<PickListSort, RawBuilder<unknown>> = {
  number: sql`p.id`,
  person: sql`lower(staff.name)`,
  finished: sql`p.finished_at`,
}

function toConditions({ who, from, until }: PickListFilter): RawBuilder<unknown> {
  const conditions = [
    sql`true`,
    ...(who === null ? [] : [sql`staff_id = ${who}`]),
    ...(from === null ? [] : [sql`created_at >= ${fromLondonTime(from, 0)}`]),
    ...(until === null ? [] : [sql`created_at < ${fromLondonTime(addDays(until, 1), 0)}`]),
  ]
  return sql.join(conditions, sql` and `)
}

/** The ids of the lists that are being picked, the newest first, and how many there are. */
export const newestOpenLists: PickListFilter = {
  group: 'open',
  sort: 'number',
  direction: 'down',
  who: null,
  from: null,
  until: null,
}

/**
 * A page of the pick lists that fit, and how many fit of each group; finished ones only grow, and the newest
 * `maxFinishedListed` of them are listed and sorted.
 */
export async function listPickLists(
  db: Db,
  filter: PickListFilter,
  page: { page: number; size: number },
): Promise<{ rows: ListedPickList[]; counts: Record<PickListGroup, number> }> {
  const conditions = toConditions(filter)
  const order = filter.direction === 'up' ? sql`asc` : sql`desc`
  const sorting = sql`${sortSql[filter.sort]} ${order} nulls last, p.id ${order}`
  const { rows } = await sql<{ rows: ListedPickList[]; counts: Record<PickListGroup, number> }>`
    with open as materialized (
      select id from pick_list where finished_at is null and ${conditions}
    ), finished as materialized (
      select id from pick_list where finished_at is not null and ${conditions} order by id desc limit ${sql.lit(maxFinishedListed)}
    ), listed as (
      select p.id, staff.name, row_number() over (order by ${sorting}) as nth
      from ${sql.ref(filter.group)} matches join pick_list p on p.id = matches.id join person staff on staff.id = p.staff_id
      order by nth ${limitToPage(page)}
    ), lists as (
      select listed.nth, p.id, p.created_at as "createdAt", p.finished_at as "finishedAt", listed.name as "createdBy",
        (select count(*)::int from pick_list_order where pick_list_id = p.id and removed_why is null) as "orderCount",
        picks.parts as "partCount", picks.picked as "pickedCount", picks.short as "shortCount"
      from listed join pick_list p on p.id = listed.id,
        lateral (select count(distinct l.product_id)::int as parts,
            count(distinct l.product_id) filter (where l.picked is not null)::int as picked,
            count(distinct l.product_id) filter (where l.picked < l.quantity)::int as short
          from pick_list_order po join pick_list_line l on l.pick_list_id = p.id and l.order_id = po.order_id
          where po.pick_list_id = p.id and po.removed_why is null) picks
    )
    select json_build_object('open', (select count(*) from open), 'finished', (select count(*) from finished)) as counts,
      coalesce((select json_agg(lists order by nth) from lists), '[]') as rows`.execute(db)
  const { rows: lists, counts } = rows[0]!
  return {
    counts,
    rows: lists.map(list => ({
      ...list,
      createdAt: new Date(list.createdAt),
      finishedAt: list.finishedAt && new Date(list.finishedAt),
    })),
  }
}
