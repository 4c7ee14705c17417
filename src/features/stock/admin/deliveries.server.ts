import { sql } from 'kysely'
import { limitToPage, listPeriodConditions, toPattern } from '../../../infra/database/columns.ts'
import { selectRows } from '../../../infra/database/query.ts'
import { toLondonTime } from '../../../lib/dates.ts'
import { toCodeKey } from '../../../lib/part-number.ts'
import { defineList, type ListRequest } from '../../back-office/table/define-list.server.ts'
import { muted } from '../../back-office/table/list-cell.ts'
import { periodFilters, staffFilter } from '../../back-office/table/list-filter.ts'
import { listProductIdsOfNumber } from '../queries.ts'
import { deliveriesUrl, goodsInUrl, stockUrl } from '../stock.ts'
import { goodsInColumns } from './goods-in.server.ts'
import type { GoodsInRow } from './goods-in.ts'
import { toListedDelivery } from './view.ts'

const maxMatches = 1_000
const filters = { ...periodFilters, who: staffFilter('Who') }

/** The deliveries of suppliers that were booked in (R-STOCK-6, R-ADMIN-6). */
export const deliveryRoutes = defineList({
  section: 'deliveries',
  url: deliveriesUrl,
  menu: 'stock',
  right: 'warehouse',
  title: 'Deliveries booked in',
  noun: ['delivery', 'deliveries'],
  groups: { all: { name: 'All', empty: 'No deliveries have been booked in yet.' } },
  search: {
    name: 'Find a delivery',
    hint: 'By supplier, delivery note or part number',
    all: 'Show all deliveries',
  },
  filters,
  sort: 'day',
  tieBreaker: sql`g.id`,
  load: listDeliveries,
  rowKey: delivery => delivery.id,
  columns: {
    note: {
      heading: 'Delivery note',
      sort: { usual: 'up', by: sql`lower(g.delivery_note)` },
      cell: ({ id, deliveryNote }) => ({ text: deliveryNote, url: `${goodsInUrl}/${id}`, isCode: true }),
      csv: ({ deliveryNote }) => deliveryNote,
    },
    supplier: {
      heading: 'Supplier',
      phoneLabel: 'From',
      sort: { usual: 'up', by: sql`lower(g.supplier)` },
      cell: ({ supplier }) => supplier,
      csv: ({ supplier }) => supplier,
    },
    day: {
      heading: 'Booked in',
      phoneLabel: 'Booked in',
      sort: { usual: 'down', by: sql`g.at` },
      cell: delivery => [toListedDelivery(delivery).at, muted(delivery.who)],
      csv: ({ at }) => toLondonTime(at).date,
    },
    who: { heading: 'Who', csv: ({ who }) => who },
    goods: { heading: 'Goods', isAmount: true, cell: delivery => toListedDelivery(delivery).goods },
    parts: { heading: 'Parts', csv: ({ partCount }) => partCount },
    pieces: { heading: 'Pieces', csv: ({ pieceCount }) => pieceCount },
  },
  actions: [{ url: goodsInUrl, name: 'Book goods in', look: 'strong' }],
  back: { url: stockUrl, name: 'Stock of all parts' },
})

/** A page of the deliveries that fit. Parts and pieces are counted only for the rows of the page. */
async function listDeliveries(request: ListRequest<'all', typeof filters>) {
  const { db, choice, orderBy } = request
  const { query } = choice
  const { who, from, until } = choice.filters
  const productIds = await listProductIdsOfNumber(db, toCodeKey(query), maxMatches)
  const conditions = [
    sql`true`,
    ...(query === ''
      ? []
      : [
          sql`(g.supplier ilike ${toPattern(query)} or g.delivery_note ilike ${toPattern(query)} or g.id in (
            select goods_in_id from stock_movement
            where product_id = any(${productIds}::int[]) and goods_in_id is not null))`,
        ]),
    ...(who === null ? [] : [sql`g.staff_id = ${who}`]),
    ...listPeriodConditions(sql`g.at`, { from, until }),
  ]
  const rows = await selectRows(db)<GoodsInRow & { total: number }>`
    with page as materialized (
      select g.*, count(*) over ()::int as total, row_number() over (order by ${orderBy}) as nth
      from goods_in g where ${sql.join(conditions, sql` and `)} order by nth ${limitToPage(request)}
    )
    select ${goodsInColumns}, g.total from page g join person on person.id = g.staff_id order by g.nth`
  return { rows, counts: {}, total: rows[0]?.total ?? 0 }
}
