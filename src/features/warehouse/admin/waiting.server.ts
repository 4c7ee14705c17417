import { sql } from 'kysely'
import { limitToPage, toPattern } from '../../../infra/database/columns.ts'
import { getRow } from '../../../infra/database/query.ts'
import { formatCount, pluralize } from '../../../lib/count.ts'
import { formatShortDateTime, formatShortDay, toIsoDate, toLondonTime } from '../../../lib/dates.ts'
import { adminOrderUrl } from '../../back-office/navigation.ts'
import { defineList, type ListRequest } from '../../back-office/table/define-list.server.ts'
import { muted } from '../../back-office/table/list-cell.ts'
import { allocatedPiecesSql, customerNameSql, isSentTogetherSql } from '../../orders/service.ts'
import { toStockUrl } from '../../stock/stock.ts'
import { allocatableLinesSql } from '../allocation/queries.ts'
import { formatMissing, type MissingPieces, maxNamed } from '../despatch/rules.ts'
import { pickingUrl, waitingUrl } from '../picking/pick-list.ts'

interface WaitingOrder {
  reference: string
  customer: string
  placedAt: Date
  /** Of the first lines that miss pieces; `missingCount`: of all of them. */
  missing: MissingPieces[]
  missingCount: number
  pieceCount: number
  /** ISO date on which the last of the missing goods is expected by their lead times; null: not known. */
  expected: string | null
}

/** The orders that are to be sent all together, and wait for a part of their goods (R-PICK-7, R-ADMIN-6). */
export const waitingRoutes = defineList({
  section: 'waiting',
  url: waitingUrl,
  menu: 'picking',
  right: 'warehouse',
  title: 'Waiting for the rest',
  fileName: 'waiting-for-the-rest',
  noun: ['order', 'orders'],
  intro:
    'These customers want everything together. An order moves to picking once everything is here. To send part of it now, open the order.',
  groups: { all: { name: 'All', empty: 'No order is waiting for the rest of its goods.' } },
  search: {
    name: 'Find a waiting order',
    hint: 'By order number, customer or missing part',
    all: 'Show all that wait',
  },
  sort: 'age',
  tieBreaker: sql`o.id`,
  load: listWaitingOrders,
  rowKey: ({ reference }) => reference,
  columns: {
    age: {
      heading: 'Order',
      csvHeading: 'Order number',
      sort: { usual: 'up', by: sql`o.placed_at` },
      cell: ({ reference, placedAt }) => [
        { text: reference, url: adminOrderUrl(reference), isCode: true },
        { ...muted(formatShortDateTime(placedAt)), isUnbroken: true },
      ],
      csv: ({ reference }) => reference,
    },
    placed: { heading: 'Placed', csv: ({ placedAt }) => toLondonTime(placedAt).date },
    customer: {
      heading: 'Customer',
      sort: { usual: 'up', by: sql`lower(${customerNameSql})` },
      cell: order => order.customer,
      csv: order => order.customer,
    },
    missing: {
      heading: 'Missing',
      phoneLabel: 'Missing:',
      sort: { usual: 'up', by: sql`waiting.missing` },
      cell: ({ missing, missingCount }) => ({
        text: [
          ...missing
            .slice(0, maxNamed)
            .flatMap(({ code, quantity }, nth) => [
              `${nth === 0 ? '' : ', '}${formatCount(quantity)} × `,
              { text: code, url: toStockUrl(code), isCode: true },
            ]),
          ...(missingCount > maxNamed ? [` and ${formatCount(missingCount - maxNamed)} more`] : []),
        ],
        isStrong: true,
        tone: 'late',
      }),
      csv: ({ missing, missingCount }) => formatMissing(missing, missingCount),
    },
    expected: {
      heading: 'Expected',
      phoneLabel: 'Expected:',
      cell: ({ expected }) => (expected === null ? 'Not known' : `By ${formatShortDay(toIsoDate(expected))}`),
    },
    here: {
      heading: 'Here',
      csvHeading: 'Pieces here',
      isAmount: true,
      phoneLabel: 'Here:',
      sort: { usual: 'down', by: sql`waiting.here` },
      cell: ({ pieceCount }) => (pieceCount === 0 ? 'Nothing yet' : pluralize(pieceCount, 'piece')),
      csv: ({ pieceCount }) => pieceCount,
    },
    expectedBy: { heading: 'Expected by', csv: ({ expected }) => expected ?? '' },
  },
  back: { url: pickingUrl, name: 'Back to picking' },
})

async function listWaitingOrders(request: ListRequest<'all'>) {
  const { db, choice, orderBy, today } = request
  const pattern = toPattern(choice.query)
  const isMatch = sql`(o.reference ilike ${pattern} or ${customerNameSql} ilike ${pattern}
    or exists (select from pieces join order_line l on l.order_id = pieces.order_id and l.position = pieces.position
      where pieces.order_id = o.id and not pieces.is_on_hand and l.code ilike ${pattern}))`
  const isTogether = sql`p.order_id = any(array(
    select o.id from orders o where order_is_despatchable(o.state) and ${isSentTogetherSql} and not o.on_stop))`
  const { rows: orders, total } = await getRow(db)<{ rows: WaitingOrder[]; total: number }>`
    with pieces as materialized (
      select * from ${allocatedPiecesSql({ allocated: allocatableLinesSql(null), condition: isTogether, today })} p
    ), waiting as materialized (
      select order_id, sum(quantity) filter (where not is_on_hand)::int as missing,
        coalesce(sum(quantity) filter (where is_on_hand), 0)::int as here
      from pieces group by order_id having bool_or(not is_on_hand)
    ), listed as (
      select o.id, o.reference, ${customerNameSql} as customer, o.placed_at as "placedAt", waiting.here as "pieceCount",
        count(*) over ()::int as total, row_number() over (order by ${orderBy}) as nth
      from waiting join orders o on o.id = waiting.order_id left join company c on c.id = o.company_id
      ${choice.query === '' ? sql`` : sql`where ${isMatch}`} order by nth ${limitToPage(request)}
    ), orders_of_page as (
      select listed.*, goods.* from listed, lateral (
        select count(*)::int as "missingCount",
          case when bool_and(line.last_day is not null) then max(line.last_day) end as expected,
          json_agg(json_build_object('code', l.code, 'quantity', line.missing) order by l.position) as missing
        from (
          select position, max(last_day) as last_day, sum(quantity) filter (where not is_on_hand) as missing
          from pieces where order_id = listed.id group by position) line
        join order_line l on l.order_id = listed.id and l.position = line.position
        where line.missing > 0) goods
    )
    select coalesce((select max(total) from listed), 0) as total,
      coalesce((select json_agg(o order by nth) from orders_of_page o), '[]') as rows`
  return { rows: orders.map(order => ({ ...order, placedAt: new Date(order.placedAt) })), counts: {}, total }
}
