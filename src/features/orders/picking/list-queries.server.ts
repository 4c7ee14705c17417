import { sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'
import { limitToPage } from '../../../infra/database/columns.ts'
import { type ListedPickList, maxFinishedListed, type PickListGroup } from './pick-list.ts'

/** A page of the pick lists of a group, the newest first. `total`: of finished ones at most `maxFinishedListed`. */
export async function listPickLists(
  db: Db,
  group: PickListGroup,
  page: { page: number; size: number },
): Promise<{ rows: ListedPickList[]; total: number }> {
  const isInGroup = group === 'open' ? sql`finished_at is null` : sql`finished_at is not null`
  const most = group === 'open' ? sql`` : sql`limit ${sql.lit(maxFinishedListed)}`
  const { rows } = await sql<{ rows: ListedPickList[]; total: number }>`
    with matches as materialized (select id from pick_list where ${isInGroup} order by id desc ${most}),
    lists as (
      select p.id, p.created_at as "createdAt", p.finished_at as "finishedAt", staff.name as "createdBy",
        (select count(*)::int from pick_list_order where pick_list_id = p.id and removed_why is null) as "orderCount",
        picks.parts as "partCount", picks.picked as "pickedCount", picks.short as "shortCount"
      from (select id from matches ${limitToPage(page)}) listed
        join pick_list p on p.id = listed.id join person staff on staff.id = p.staff_id,
        lateral (select count(distinct l.product_id)::int as parts,
            count(distinct l.product_id) filter (where l.picked is not null)::int as picked,
            count(distinct l.product_id) filter (where l.picked < l.quantity)::int as short
          from pick_list_order po join pick_list_line l on l.pick_list_id = p.id and l.order_id = po.order_id
          where po.pick_list_id = p.id and po.removed_why is null) picks
    )
    select (select count(*)::int from matches) as total,
      coalesce((select json_agg(lists order by id desc) from lists), '[]') as rows`.execute(db)
  const { rows: lists, total } = rows[0]!
  return {
    total,
    rows: lists.map(list => ({
      ...list,
      createdAt: new Date(list.createdAt),
      finishedAt: list.finishedAt && new Date(list.finishedAt),
    })),
  }
}
