import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'
import { limitToPage } from '../../../infra/database/columns.ts'
import { formatCount } from '../../../lib/count.ts'
import { defineList, type ListRequest, type ListRoutes } from '../../back-office/table/define-list.server.ts'
import { muted } from '../../back-office/table/list-cell.ts'
import type { AdminTask } from '../../back-office/task.ts'
import { listPartIds, type SearchService } from '../../search/service.ts'
import { countBelowLevel } from '../queries.ts'
import { deliveriesUrl, goodsInUrl, movementsUrl, type StockProduct, stockUrl, toStockUrl } from '../stock.ts'
import { formatLeadTime } from './view.ts'

type ListedStock = Omit<StockProduct, 'lastMovementId' | 'path'>

const groups = {
  all: { name: 'All parts', empty: 'No parts yet.' },
  low: { name: 'Below low-stock level', empty: 'No part is below its low-stock level.' },
  back_orders: { name: 'Back orders', empty: 'No order is waiting for a part.' },
  none: { name: 'None on hand', empty: 'Every part is on hand.' },
}
type StockGroup = keyof typeof groups

const groupSql: Record<StockGroup, RawBuilder<unknown>> = {
  all: sql`true`,
  low: sql`s.low_stock is not null and s.available < s.low_stock`,
  back_orders: sql`s.is_short`,
  none: sql`s.on_hand = 0`,
}

const maxMatches = 1_000

/** All parts with what is on hand, allocated and available (R-STOCK-2, R-ADMIN-6). */
export const stockListRoutes = (search: SearchService): ListRoutes =>
  defineList({
    section: 'stock',
    url: stockUrl,
    menu: { position: 60 },
    right: 'warehouse',
    title: 'Stock',
    noun: ['part', 'parts'],
    groups,
    groupsLabel: 'Stock by state',
    search: {
      name: 'Find a part',
      hint: 'By part number, however it’s written, or words of the title',
      all: 'Show all parts',
    },
    usualRows: 50,
    sort: 'code',
    tieBreaker: sql`s.product_id`,
    load: async request =>
      listStock(request, await listPartIds(request.db, search, request.choice.query, maxMatches)),
    rowKey: ({ code }) => code,
    columns: {
      code: {
        heading: 'Part number',
        sort: { usual: 'up', by: sql`p.code` },
        cell: ({ code }) => ({ text: code, url: toStockUrl(code), isCode: true }),
        csv: ({ code }) => code,
      },
      title: {
        heading: 'Title',
        cell: ({ title, withdrawn }) => ({ text: [title, ...(withdrawn ? [muted(' · Withdrawn')] : [])] }),
        csv: ({ title }) => title,
      },
      bin: {
        heading: 'Bin',
        phone: 'corner',
        phoneLabel: 'Bin',
        sort: { usual: 'up', by: sql`s.bin` },
        cell: ({ bin }) => bin || null,
        csv: ({ bin }) => bin,
      },
      on_hand: {
        heading: 'On hand',
        isAmount: true,
        phoneLabel: 'On hand',
        sort: { usual: 'up', by: sql`s.on_hand` },
        cell: ({ onHand }) => formatSigned(onHand),
        csv: ({ onHand }) => onHand,
      },
      allocated: {
        heading: 'Allocated',
        isAmount: true,
        phoneLabel: 'Allocated',
        cell: ({ allocated }) => formatSigned(allocated),
        csv: ({ allocated }) => allocated,
      },
      available: {
        heading: 'Available',
        isAmount: true,
        phoneLabel: 'Available',
        sort: { usual: 'up', by: sql`s.available` },
        cell: ({ available, lowStock }) => ({
          text: formatSigned(available),
          ...((available <= 0 || (lowStock !== null && available < lowStock)) && {
            isStrong: true,
            tone: 'danger' as const,
          }),
        }),
        csv: ({ available }) => available,
      },
      low: {
        heading: 'Low level',
        csvHeading: 'Low-stock level',
        isAmount: true,
        isOptional: true,
        phoneLabel: 'Low level',
        cell: ({ lowStock }) => (lowStock === null ? null : formatCount(lowStock)),
        csv: ({ lowStock }) => lowStock ?? '',
      },
      lead: {
        heading: 'Lead time',
        isAmount: true,
        isOptional: true,
        phoneLabel: 'Lead time',
        cell: ({ leadTime }) => formatLeadTime(leadTime) || null,
        csv: ({ leadTime }) => formatLeadTime(leadTime),
      },
    },
    actions: [
      { url: movementsUrl, name: 'Movements', look: 'link' },
      { url: deliveriesUrl, name: 'Deliveries', look: 'link' },
      { url: goodsInUrl, name: 'Book goods in', look: 'strong' },
    ],
  })

const formatSigned = (count: number): string => (count < 0 ? `−${formatCount(-count)}` : formatCount(count))

async function listStock(request: ListRequest<StockGroup>, productIds: readonly number[] | null) {
  const { db, choice, orderBy } = request
  const inGroup = (group: string) =>
    productIds === null
      ? groupSql[group as StockGroup]
      : sql`${groupSql[group as StockGroup]} and s.product_id = any(${productIds}::int[])`
  const counted = Object.keys(groups).map(
    group => sql`(select count(*)::int from stock s where ${inGroup(group)}) as ${sql.ref(group)}`,
  )
  // The page is picked before the products are joined, so that only its rows are read of them.
  const [{ rows: counts }, { rows }] = await Promise.all([
    sql<Record<StockGroup, number>>`select ${sql.join(counted)}`.execute(db),
    sql<ListedStock>`
      select s.product_id as "productId", p.code, p.title, p.withdrawn, p.lead_time as "leadTime", s.on_hand as "onHand",
        s.allocated, s.available, s.bin, s.low_stock as "lowStock"
      from (select s.* from stock s ${choice.sort === 'code' ? sql`join product p on p.id = s.product_id` : sql``}
        where ${inGroup(choice.group)} order by ${orderBy} ${limitToPage(request)}) s
      join product p on p.id = s.product_id order by ${orderBy}`.execute(db),
  ])
  return {
    rows,
    counts: counts[0]!,
    ...(productIds?.length === maxMatches && {
      matches: `The ${formatCount(counts[0]![choice.group])} parts that fit best`,
    }),
  }
}

export async function listStockTasks(db: Db): Promise<AdminTask[]> {
  const count = await countBelowLevel(db)
  return [
    {
      name: 'Parts below their low-stock level',
      count,
      url: `${stockUrl}?show=low`,
      right: 'warehouse',
      isWaiting: false,
    },
  ]
}
