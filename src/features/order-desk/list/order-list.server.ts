import { sql } from 'kysely'
import { formatCount, pluralize } from '../../../lib/count.ts'
import {
  formatDateOf,
  formatShortDateTime,
  formatShortDay,
  type IsoDate,
  toLondonTime,
} from '../../../lib/dates.ts'
import { formatPounds, type Pence, zero } from '../../../lib/money.ts'
import { upperFirst } from '../../../lib/text.ts'
import { adminOrderUrl, newOrderUrl, orderRights } from '../../back-office/navigation.ts'
import { defineList } from '../../back-office/table/define-list.server.ts'
import { type ListCellPart, muted } from '../../back-office/table/list-cell.ts'
import { formatCreditHold } from '../../credit/credit.ts'
import {
  countPieces,
  type Expectation,
  type ExpectedPieces,
  expectOrder,
  listOpenPieces,
} from '../../orders/expectation/expectation.ts'
import { formatMethod } from '../../orders/messages.ts'
import { isWithoutPayment } from '../../orders/order.ts'
import { expectedDay } from '../../orders/service.ts'
import { isIn } from '../../orders/states.ts'
import { getCarrierName } from '../../warehouse/despatch/carriers.ts'
import { formatNoDate } from '../../warehouse/despatch/due-text.ts'
import type { AdminOrderRow } from '../admin-order.ts'
import {
  backOrderText,
  decideGoodsShare,
  type GoodsShare,
  getStateDescription,
  goodsShareTexts,
} from '../state-view.ts'
import { freeOfChargeUrl } from './free-of-charge.server.ts'
import {
  isCountedEverywhere,
  isCountedWhole,
  type OrderGroup,
  orderGroupDefinitions,
  orderGroups,
} from './groups.ts'
import {
  at,
  countOrders,
  listAdminOrders,
  listOrderIds,
  listOrderRows,
  maxListed,
  type OrderListRequest,
  orderFilters,
} from './order-list-queries.server.ts'

/** A promised day matters, and is sorted, only of what is still to go. Those are few enough to be sorted by customer as well. */
const stillToGo: readonly OrderGroup[] = ['placed', 'held', 'part_despatched', 'back_orders']

/** No page after it is read, whatever an address asks for. */
const maxPage = 1_000

/** The longest PO number that is not broken. */
const maxUnbroken = 16

/** All orders by state (R-ADMIN-4, R-ADMIN-6). */
export const orderListRoutes = defineList({
  section: 'orders',
  url: '/admin/orders',
  menu: { position: 20 },
  right: orderRights,
  title: 'Orders',
  tabTitle: ({ group, query }) =>
    `Orders: ${query === '' ? orderGroupDefinitions[group].name.toLowerCase() : query}`,
  noun: ['order', 'orders'],
  groups: orderGroupDefinitions,
  groupParameter: 'state',
  groupsLabel: 'Orders by status',
  hasPlainGroups: true,
  maxCounted: group => (isCountedWhole(group) ? Number.MAX_SAFE_INTEGER : maxListed),
  search: {
    name: 'Find an order',
    hint: 'By any number, name, company, email, telephone, postcode, day or card’s last four',
    advice: 'Check the number, or try a name, a postcode or a PO number.',
    all: 'Show all orders',
    group: 'all',
  },
  filters: orderFilters,
  actions: [
    { url: newOrderUrl, name: 'New order', look: 'strong', right: 'sales' },
    { url: freeOfChargeUrl, name: 'Free of charge' },
  ],
  // The queue by the day that was promised, all else by the newest.
  sort: group => (orderGroupDefinitions[group].isQueue ? 'promised' : 'day'),
  tieBreaker: sql`o.id`,
  load: listOrders,
  inParts: { listIds: listOrderIds, listRows: listOrderRows },
  rowKey: ({ reference }) => reference,
  columns: {
    day: {
      heading: 'Order',
      csvHeading: 'Order number',
      sort: { usual: 'down', by: at },
      cell: order => [
        { text: order.reference, url: adminOrderUrl(order.reference), isCode: true },
        { ...muted(formatShortDateTime(order.at)), isUnbroken: true },
      ],
      csv: ({ reference }) => reference,
    },
    date: { heading: 'Date', csv: order => toLondonTime(order.at).date },
    status: { heading: 'Status', csv: (order, today) => describe(order, expect(order, today)).text },
    name: { heading: 'Name', csv: ({ name }) => name },
    company: { heading: 'Company', csv: ({ company }) => company },
    email: { heading: 'Email', csv: ({ email }) => email },
    customer: {
      heading: 'Customer',
      sort: {
        usual: 'up',
        by: sql`lower(coalesce((select c.name from company c where c.id = o.company_id), o.contact->>'name', ''))`,
        groups: stillToGo,
      },
      cell: ({ company, name, email }) => (company === '' ? [name, muted(email)] : [company, muted(name)]),
    },
    purchaseOrder: {
      heading: 'PO number, payment',
      csvHeading: 'PO number',
      cell: order => {
        const { purchaseOrder } = order
        const method = formatMethod(order)
        if (purchaseOrder === '') return method
        const isUnbroken = purchaseOrder.length <= maxUnbroken
        return [{ text: purchaseOrder, label: 'PO number', isUnbroken }, muted(method)]
      },
      csv: ({ purchaseOrder }) => purchaseOrder,
    },
    method: { heading: 'Payment', csv: order => formatMethod(order) },
    promised: {
      heading: 'Status',
      csvHeading: 'Promised day',
      sort: {
        usual: 'up',
        by: expectedDay,
        isNullable: true,
        groups: stillToGo,
        heading: 'Status, promised day',
      },
      cell: (order, { today }) => {
        const expectation = expect(order, today)
        const share = order.showsGoods ? decideGoodsShare(order, expectation) : null
        const state = describe(order, expectation)
        const detail = formatDetail(order, expectation, state.text)
        return [
          { inline: [{ state }, ...(share === null ? [] : [toShareText(share)])] },
          ...formatListedPromise(order, expectation),
          ...(detail === '' ? [] : [muted(detail)]),
        ]
      },
      csv: (order, today) => expect(order, today).day ?? '',
    },
    lines: { heading: 'Lines', csv: ({ lineCount }) => lineCount },
    total: {
      heading: 'Total inc VAT',
      isAmount: true,
      phone: 'corner',
      sort: { usual: 'down', by: sql`o.total` },
      cell: order => [
        { text: formatPounds(toPaid(order)), isStrong: true },
        muted(pluralize(order.lineCount, 'line')),
      ],
      csv: order => ({ pence: toPaid(order) }),
    },
  },
})

const sortings: Record<string, Record<'up' | 'down', string>> = {
  day: { down: 'newest first', up: 'oldest first' },
  customer: { up: 'by customer, from A', down: 'by customer, from Z' },
  promised: {
    up: 'by the day we promised, the oldest first',
    down: 'by the day we promised, the latest first',
  },
  total: { down: 'highest total first', up: 'lowest total first' },
}

async function listOrders(request: OrderListRequest) {
  const { db, choice, page } = request
  const { group, query, sort, direction } = choice
  if (page > maxPage) return { rows: [], counts: {} }
  // What takes long to count is counted only for its own pages. Beside the result of a search none is: its number would be
  // read as a part of that.
  const isSearch = query.trim() !== ''
  const counted = orderGroups.filter(each => isCountedEverywhere(each) || each === group)
  const [counts, { rows, total: fitting, isSorted }] = await Promise.all([
    isSearch ? null : countOrders(db, counted),
    listAdminOrders(request),
  ])
  const total = fitting ?? counts?.[group] ?? 0
  const listed = fitting === null && isCountedWhole(group) ? total : Math.min(total, maxListed)
  const sorting = isSorted ? sortings[sort]![direction] : sortings.day!.down
  const most = formatCount(maxListed)
  return {
    rows,
    counts: counts ?? {},
    total: listed,
    isUnsorted: !isSorted,
    caption: `Orders, ${sorting}`,
    ...(listed < total && { matches: `More than ${most} orders, the newest ${most} here,` }),
    notes:
      listed < total && query === ''
        ? [`${upperFirst(sorting)}. These are ${most} of more: search or filter by day for the others.`]
        : [],
  }
}

/** Nothing of what is free of charge. */
const toPaid = (order: AdminOrderRow): Pence => (isWithoutPayment(order) ? zero : order.total)

const shareTones = { all: { tone: 'stock' }, some: {}, none: { tone: 'late' } } as const

const toShareText = (share: GoodsShare): ListCellPart => ({
  text: goodsShareTexts[share],
  isSmall: true,
  isUnbroken: true,
  ...shareTones[share],
})

const expect = ({ facts }: AdminOrderRow, today: IsoDate): Expectation =>
  expectOrder(facts, facts.lines, today)

const describe = (order: AdminOrderRow, expectation: Expectation) =>
  getStateDescription({ ...order, expectation })

/** Nothing of an order that is not to be sent. */
function formatListedPromise({ state, facts }: AdminOrderRow, expectation: Expectation): ListCellPart[] {
  const { day, isLate } = expectation
  if (!isIn('isDespatchable', state)) return []
  if (day === null) return [formatNoDate(expectation, facts)]
  return isLate
    ? [{ text: `Was due ${formatShortDay(day)}`, isStrong: true, tone: 'late' }]
    : [`For ${formatShortDay(day)}`]
}

/** '4 × FH-HYD-1 and 2 more lines': of a line that cannot go whole, if there is one, with what the order waits for. */
function formatFirstLine({ state, facts }: AdminOrderRow, { pieces }: Expectation): string {
  const count = (position: number, isCounted: (group: ExpectedPieces) => boolean) =>
    countPieces(listOpenPieces(pieces).filter(group => group.position === position && isCounted(group)))
  const lines = facts.lines.map(({ code, position }) => ({
    code,
    open: count(position, () => true),
    missing: count(position, ({ isOnHand }) => !isOnHand),
  }))
  const shortLines = lines.filter(({ missing }) => missing > 0)
  const { code, open, missing } = (shortLines[0] ?? lines[0])!
  const isWaiting = state !== 'part_despatched'
  const moreCount = (isWaiting ? shortLines : lines).length - 1
  const more = moreCount > 0 ? ` and ${pluralize(moreCount, 'more line')}` : ''
  return `${formatCount(isWaiting ? missing : open)} × ${code}${more}`
}

/** Why it is held, what is still to go, or how it was sent; ''. */
function formatDetail(row: AdminOrderRow, expectation: Expectation, stateText: string): string {
  const { state, onStop, holdReason, creditCheck, lastParcel } = row
  if (isIn('isDespatchable', state) && onStop)
    return holdReason || (creditCheck ? upperFirst(formatCreditHold(creditCheck)) : '')
  const hasLines = row.facts.lines.length > 0
  if (state === 'part_despatched' && hasLines) return `${formatFirstLine(row, expectation)} to go`
  if (stateText === backOrderText && hasLines) return `Waits for ${formatFirstLine(row, expectation)}`
  if (!lastParcel) return ''
  const { carrier, collectedBy, despatchedAt } = lastParcel
  const day = formatDateOf(new Date(despatchedAt))
  if (collectedBy !== '') return `${day}, by ${collectedBy}`
  return carrier === '' ? day : `${day}, ${getCarrierName(carrier)}`
}
