import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'
import { limitToPage, listPeriodConditions } from '../../../infra/database/columns.ts'
import { selectRows } from '../../../infra/database/query.ts'
import { formatCount } from '../../../lib/count.ts'
import { formatTime, toLondonTime } from '../../../lib/dates.ts'
import { toCodeKey } from '../../../lib/part-number.ts'
import { defineList, type ListRequest } from '../../back-office/table/define-list.server.ts'
import { muted } from '../../back-office/table/list-cell.ts'
import { choiceFilter, periodFilters, staffFilter } from '../../back-office/table/list-filter.ts'
import { maxExportedRows } from '../../back-office/table/service.ts'
import { movementOrderSql } from '../../warehouse/service.ts'
import { listProductIdsOfNumber } from '../queries.ts'
import { movementReasons, movementsUrl, stockUrl } from '../stock.ts'
import { type MovementRow, toListedMovement } from './view.ts'

const maxMatches = 1_000
const maxCounted = 1_000
const filters = {
  ...periodFilters,
  reason: choiceFilter('Reason', movementReasons),
  who: staffFilter('Who'),
}

/** All that changed what is on hand (R-STOCK-8, R-ADMIN-6). */
export const movementRoutes = defineList({
  section: 'movements',
  url: movementsUrl,
  menu: 'stock',
  right: 'warehouse',
  title: 'Stock movements',
  noun: ['movement', 'movements'],
  groups: { all: { name: 'All', empty: 'No stock movements yet.' } },
  maxCounted,
  search: {
    name: 'Find a part',
    hint: 'By part number, however it’s written',
    all: 'Show all movements',
  },
  filters,
  // By time alone: all movements can neither be sorted by anything else nor counted.
  sort: 'time',
  tieBreaker: sql`m.id`,
  load: loadMovements,
  rowKey: movement => movement.id,
  columns: {
    part: {
      heading: 'Part',
      csvHeading: 'Part number',
      cell: row => ({ text: row.code, url: toListedMovement(row).part.url, isCode: true }),
      csv: ({ code }) => code,
    },
    day: { heading: 'Day', csv: ({ at }) => toLondonTime(at).date },
    clock: { heading: 'Time', csv: ({ at }) => formatTime(toLondonTime(at).minutes) },
    reason: {
      heading: 'Reason',
      cell: row => {
        const { reason, source, note } = toListedMovement(row)
        return [
          {
            inline: [
              { text: reason, isStrong: true },
              ...(source ? [{ text: source.name, url: source.url }] : []),
            ],
          },
          ...(note === '' ? [] : [note]),
        ]
      },
      csv: row => toListedMovement(row).reason,
    },
    note: { heading: 'Note', csv: row => toListedMovement(row).note },
    who: { heading: 'Who', csv: row => toListedMovement(row).who },
    time: {
      heading: 'When, who',
      sort: { usual: 'down', by: sql`m.at` },
      cell: row => [{ text: toListedMovement(row).at, isUnbroken: true }, muted(toListedMovement(row).who)],
    },
    change: {
      heading: 'Change',
      isAmount: true,
      phone: 'corner',
      cell: row => ({ text: toListedMovement(row).change, isStrong: true }),
      csv: ({ change }) => change,
    },
    onHand: {
      heading: 'On hand',
      isAmount: true,
      phoneLabel: 'On hand after',
      cell: ({ onHand }) => formatCount(onHand),
      csv: ({ onHand }) => onHand,
    },
    source: { heading: 'For', csv: row => toListedMovement(row).source?.name ?? '' },
  },
  back: { url: stockUrl, name: 'Stock of all parts' },
})

/**
 * A page of the movements that fit; at most one more than `maxCounted` are counted. There are some hundred thousand: the list
 * reads an index in the order of time and stops.
 */
async function loadMovements(request: ListRequest<'all', typeof filters>) {
  const { db, choice, orderBy, page, size } = request
  const isExport = size === maxExportedRows
  if (!isExport && (page - 1) * size >= maxCounted) return { rows: [], counts: {} }
  const { query } = choice
  const productIds = query === '' ? null : await listProductIdsOfNumber(db, toCodeKey(query), maxMatches)
  const conditions = toConditions(choice.filters, productIds)
  const rows = await selectRows(db)<MovementRow & { total: number }>`
    with matches as materialized (
      select m.id, m.at from stock_movement m where ${conditions} order by ${orderBy} ${limitToPage(request)}
    )
    select ${movementColumns}, (select count(*)::int from (
        select from stock_movement m where ${conditions} limit ${sql.lit(maxCounted + 1)}) counted) as total
    from matches join stock_movement m on m.id = matches.id ${movementJoins} order by ${orderBy}`
  const total = rows[0]?.total ?? 0
  const which = choice.direction === 'down' ? 'newest' : 'oldest'
  return {
    rows,
    counts: {},
    total,
    notes:
      total > maxCounted
        ? [`These are the ${which} ${formatCount(maxCounted)}: filter by day for the others.`]
        : [],
  }
}

function toConditions(
  { reason, who, from, until }: ListRequest<'all', typeof filters>['choice']['filters'],
  productIds: readonly number[] | null,
): RawBuilder<unknown> {
  const conditions = [
    sql`true`,
    ...(productIds === null ? [] : [sql`m.product_id = any(${productIds}::int[])`]),
    ...(reason === null ? [] : [sql`m.reason = ${reason}`]),
    ...(who === null ? [] : [sql`m.staff_id = ${who}`]),
    ...listPeriodConditions(sql`m.at`, { from, until }),
  ]
  return sql.join(conditions, sql` and `)
}

const movementColumns = sql`
  m.id, p.code, m.at, m.change, m.on_hand as "onHand", m.reason, case when m.order_id is null then m.note else '' end as note,
  coalesce(staff.name, '') as who, ${movementOrderSql} as reference, g.id as "goodsInId", coalesce(g.supplier || ', ' || g.delivery_note, '') as "deliveryNote"`

const movementJoins = sql`
  join product p on p.id = m.product_id left join person staff on staff.id = m.staff_id
  left join goods_in g on g.id = m.goods_in_id`

/** The movements of a product, the newest first, and how many there are. */
export async function listMovements(
  db: Db,
  productId: number,
  window: { size: number; page: number },
): Promise<{ rows: MovementRow[]; total: number }> {
  const rows = await selectRows(db)<MovementRow & { total: number }>`
    select ${movementColumns},
      (select count(*)::int from stock_movement where product_id = ${productId}) as total
    from stock_movement m ${movementJoins}
    where m.product_id = ${productId} order by m.id desc ${limitToPage(window)}`
  return { rows, total: rows[0]?.total ?? 0 }
}
