import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'
import { limitToPage, listPeriodConditions } from '../../../infra/database/columns.ts'
import { getRow } from '../../../infra/database/query.ts'
import { pluralize } from '../../../lib/count.ts'
import { formatShortDateTime, toLondonTime } from '../../../lib/dates.ts'
import { defineList } from '../../back-office/table/define-list.server.ts'
import { muted } from '../../back-office/table/list-cell.ts'
import { periodFilters, staffFilter } from '../../back-office/table/list-filter.ts'
import {
  type ListedPickList,
  maxFinishedListed,
  pickingUrl,
  pickListsUrl,
  toPickListUrl,
} from '../picking/pick-list.ts'
import { formatPickProgress, isShortPicked } from './messages.ts'

const groups = {
  open: { name: 'Being picked', empty: 'No list is being picked.' },
  finished: { name: 'Finished', empty: 'No list has been finished yet.' },
}
type PickListGroup = keyof typeof groups

/** The list of pick lists (R-PICK-6, R-ADMIN-6). */
export const pickListsRoutes = defineList({
  section: 'pick-lists',
  url: pickListsUrl,
  menu: 'picking',
  right: 'warehouse',
  title: 'Pick lists',
  noun: ['pick list', 'pick lists'],
  groups,
  groupsLabel: 'Which pick lists',
  filters: { ...periodFilters, who: staffFilter('Made by') },
  sort: 'number',
  tieBreaker: sql`p.id`,
  load: async ({ db, choice: { group, filters }, orderBy, page, size }) => {
    const { who, from, until } = filters
    const conditions = sql.join(
      [
        sql`true`,
        ...(who === null ? [] : [sql`staff_id = ${who}`]),
        ...listPeriodConditions(sql`created_at`, { from, until }),
      ],
      sql` and `,
    )
    return listPickLists(db, { group, conditions, orderBy, page, size })
  },
  rowKey: list => list.id,
  columns: {
    number: {
      heading: 'Pick list',
      sort: { usual: 'down', by: sql`p.id` },
      cell: list => [
        { text: String(list.id), kind: 'Pick list', url: toPickListUrl(list.id), isCode: true },
        muted(`${pluralize(list.orderCount, 'order')}, made ${formatShortDateTime(list.createdAt)}`),
      ],
      csv: list => list.id,
    },
    made: { heading: 'Made', csv: list => toLondonTime(list.createdAt).date },
    person: {
      heading: 'Made by',
      phoneLabel: 'Made by',
      sort: { usual: 'up', by: sql`lower(staff.name)` },
      cell: list => list.createdBy,
      csv: list => list.createdBy,
    },
    orders: { heading: 'Orders', csv: list => list.orderCount },
    parts: { heading: 'Parts', csv: list => list.partCount },
    picked: {
      heading: 'Picked',
      cell: list => ({
        text: formatPickProgress(list),
        isStrong: true,
        ...(isShortPicked(list) && { tone: 'late' as const }),
      }),
      csv: list => list.pickedCount,
    },
    short: { heading: 'Short', csv: list => list.shortCount },
    finished: {
      heading: 'Finished',
      phoneLabel: 'Finished',
      isAmount: true,
      sort: { usual: 'down', by: sql`p.finished_at`, isNullable: true },
      cell: list => (list.finishedAt ? formatShortDateTime(list.finishedAt) : 'not yet'),
      csv: list => (list.finishedAt ? toLondonTime(list.finishedAt).date : ''),
    },
  },
  back: { url: pickingUrl, name: 'Back to picking' },
})

/** The newest lists that are being picked, and how many there are. */
export const listNewestOpenLists = (db: Db, size: number) =>
  listPickLists(db, { group: 'open', conditions: sql`true`, orderBy: sql`p.id desc`, page: 1, size })

/**
 * A page of the pick lists that fit, and how many fit of each group; finished ones only grow, and the newest
 * `maxFinishedListed` of them are listed and sorted.
 */
async function listPickLists(
  db: Db,
  {
    group,
    conditions,
    orderBy,
    ...window
  }: {
    group: PickListGroup
    conditions: RawBuilder<unknown>
    orderBy: RawBuilder<unknown>
    page: number
    size: number
  },
): Promise<{ rows: ListedPickList[]; counts: Record<PickListGroup, number> }> {
  const { rows: lists, counts } = await getRow(db)<{
    rows: ListedPickList[]
    counts: Record<PickListGroup, number>
  }>`
    with open as materialized (
      select id from pick_list where finished_at is null and ${conditions}
    ), finished as materialized (
      select id from pick_list where finished_at is not null and ${conditions} order by id desc limit ${sql.lit(maxFinishedListed)}
    ), listed as (
      select p.id, staff.name, row_number() over (order by ${orderBy}) as nth
      from ${sql.ref(group)} matches join pick_list p on p.id = matches.id join person staff on staff.id = p.staff_id
      order by nth ${limitToPage(window)}
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
      coalesce((select json_agg(lists order by nth) from lists), '[]') as rows`
  return {
    counts,
    rows: lists.map(list => ({
      ...list,
      createdAt: new Date(list.createdAt),
      finishedAt: list.finishedAt && new Date(list.finishedAt),
    })),
  }
}
