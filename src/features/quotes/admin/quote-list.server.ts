import { sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'
import { limitToPage } from '../../../infra/database/columns.ts'
import { selectRows } from '../../../infra/database/query.ts'
import { pluralize } from '../../../lib/count.ts'
import { formatDate, formatShortDateTime, toLondonTime } from '../../../lib/dates.ts'
import { formatPounds, type Pence } from '../../../lib/money.ts'
import { adminQuoteUrl } from '../../back-office/navigation.ts'
import { defineList, type ListRequest } from '../../back-office/table/define-list.server.ts'
import { muted } from '../../back-office/table/list-cell.ts'
import type { AdminTask } from '../../back-office/task.ts'
import { parseOrderSearch } from '../../orders/order-search.ts'
import { matchingOrdersSql } from '../../orders/service.ts'
import { getLastDay } from '../offer.ts'
import {
  getEffectiveState,
  getStateDescription,
  type QuoteState,
  quoteStateDescriptions,
  quoteStates,
} from '../quote.ts'
import { newQuoteUrl } from './view.ts'

const { quote_requested, quote_approved, quote_expired, quote_accepted, cancelled } = quoteStateDescriptions

// By state, those with a message that waits for staff, and all.
const groups = {
  quote_requested: { name: quote_requested.staff },
  to_answer: { name: 'To answer' },
  quote_approved: { name: quote_approved.staff },
  quote_expired: { name: quote_expired.staff },
  quote_accepted: { name: quote_accepted.staff },
  cancelled: { name: cancelled.staff },
  all: { name: 'All' },
}
type QuoteGroup = keyof typeof groups

interface AdminQuoteRow {
  reference: string
  state: QuoteState
  requestedAt: Date
  name: string
  company: string
  lineCount: number
  /** At the prices offered, else at those of the request; ex VAT, without delivery. */
  goods: Pence
  expiresAt: Date | null
}

/** Quotes by state, with a search field (R-QUOTE-6, R-ADMIN-6). */
export const quoteListRoutes = defineList({
  section: 'quotes',
  url: '/admin/quotes',
  menu: { position: 50 },
  right: 'sales',
  title: 'Quotes',
  noun: ['quote', 'quotes'],
  groups,
  groupParameter: 'state',
  groupsLabel: 'Quotes by status',
  search: {
    name: 'Find a quote',
    hint: 'By quote, PO or part number, name, company, email, telephone, postcode or day',
    all: 'Show all quotes',
    group: 'all',
  },
  sort: 'requested',
  tieBreaker: sql`o.id`,
  load: listQuotes,
  rowKey: quote => quote.reference,
  columns: {
    quote: {
      heading: 'Quote',
      cell: ({ reference, lineCount }) => [
        { text: reference, url: adminQuoteUrl(reference), isCode: true },
        muted(pluralize(lineCount, 'line')),
      ],
      csv: ({ reference }) => reference,
    },
    day: { heading: 'Requested', csv: ({ requestedAt }) => toLondonTime(requestedAt).date },
    status: { heading: 'Status', csv: ({ effectiveState }) => effectiveState.text },
    name: { heading: 'Name', csv: ({ name }) => name },
    company: { heading: 'Company', csv: ({ company }) => company },
    lines: { heading: 'Lines', csv: ({ lineCount }) => lineCount },
    customer: {
      heading: 'Customer',
      cell: ({ company, name }) => (company === '' ? name : [company, muted(name)]),
    },
    requested: {
      heading: 'Requested',
      phoneLabel: 'Requested',
      // Requests without a price and questions without an answer: the oldest first; all others: the newest.
      sort: {
        usual: group => (group === 'quote_requested' || group === 'to_answer' ? 'up' : 'down'),
        by: sql`o.id`,
      },
      cell: ({ requestedAt }) => formatShortDateTime(requestedAt),
    },
    until: {
      heading: 'Status, last day',
      sort: { usual: 'up', by: sql`q.expires_at`, isNullable: true },
      cell: ({ effectiveState, validUntil }) => [
        { state: effectiveState },
        ...(validUntil === '' ? [] : [muted(`until ${validUntil}`)]),
      ],
    },
    goods: {
      heading: 'Goods ex VAT',
      isAmount: true,
      phone: 'corner',
      cell: ({ goods }) => ({ text: formatPounds(goods), isStrong: true }),
      csv: ({ goods }) => ({ pence: goods }),
    },
    lastDay: { heading: 'Last day', csv: ({ validUntil }) => validUntil },
  },
  actions: [{ url: newQuoteUrl, name: 'New quote for a caller', look: 'strong' }],
})

// What staff see: every request that was sent.
const isSubmittedQuote = sql`o.kind = 'quote' and not order_is_unsubmitted(o.state)`
const isToAnswer = sql`o.kind = 'quote' and o.id in (
  select order_id from order_message where not from_staff and answered_at is null)`

const isInGroup = (group: QuoteGroup) => {
  if (group === 'all') return isSubmittedQuote
  return group === 'to_answer' ? isToAnswer : sql`${isSubmittedQuote} and o.state = ${group}`
}

async function countQuotesByState(
  db: Db,
  states: readonly QuoteState[],
): Promise<Partial<Record<QuoteState | 'to_answer', number>>> {
  const rows = await selectRows(db)<{ state: QuoteState | 'to_answer'; count: number }>`
    select o.state, count(*)::int as count from orders o
    where o.kind = 'quote' and o.state = any(${states}::text[]) group by o.state
    union all select 'to_answer', count(*)::int from orders o where ${isToAnswer}`
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

async function listQuotes(request: ListRequest<QuoteGroup>) {
  const { db, choice, now } = request
  const [byState, { rows, total }] = await Promise.all([
    countQuotesByState(db, quoteStates),
    readQuotes(request),
  ])
  const all = quoteStates.reduce((sum, state) => sum + (byState[state] ?? 0), 0)
  const noQuotes = Object.fromEntries(Object.keys(groups).map(group => [group, 0]))
  const counts = { ...noQuotes, ...byState, all } as Record<QuoteGroup, number>
  return {
    rows: rows.map(quote => ({
      ...quote,
      effectiveState: getStateDescription(getEffectiveState(quote.state, quote.expiresAt, now), 'staff'),
      /** '20 December 2026'; '' before it is priced. */
      validUntil: quote.expiresAt ? formatDate(getLastDay(quote.expiresAt)) : '',
    })),
    counts,
    total: total ?? counts[choice.group],
  }
}

/** `total`: of a search; null: all of the group. */
async function readQuotes(
  request: ListRequest<QuoteGroup>,
): Promise<{ rows: AdminQuoteRow[]; total: number | null }> {
  const { db, choice, orderBy, today } = request
  const isSearch = choice.query !== ''
  const search = isSearch ? parseOrderSearch(choice.query, today) : null
  // A text without any word, such as '-', finds nothing.
  if (isSearch && search === null) return { rows: [], total: 0 }
  const matching =
    search && sql`select order_id from (${matchingOrdersSql(search, { isQuote: true, most: null })}) matching`
  const rows = await selectRows(db)<AdminQuoteRow & { total: number | null }>`
    with matches as materialized (
      select o.id, ${matching ? sql`count(*) over ()::int` : sql`null::int`} as total
      from orders o ${choice.sort === 'until' ? sql`left join quote_offer q on q.order_id = o.id` : sql``}
      where ${isInGroup(choice.group)} ${matching ? sql`and o.id in (${matching})` : sql``}
      order by ${orderBy} ${limitToPage(request)}
    )
    select matches.total, o.reference, o.state, o.created_at as "requestedAt", o.contact->>'name' as name,
      coalesce(c.name, '') as company, l.count as "lineCount", l.goods, q.expires_at as "expiresAt"
    from matches join orders o on o.id = matches.id left join company c on c.id = o.company_id
    left join quote_offer q on q.order_id = o.id
    cross join lateral (
      select count(*)::int as count, sum(coalesce(p.unit_price, l.unit_price) * l.quantity)::int as goods
      from order_line l left join quote_offer_line p on p.order_id = l.order_id and p.position = l.position
      where l.order_id = o.id) l
    order by ${orderBy}`
  return { rows, total: matching ? (rows[0]?.total ?? 0) : null }
}

export async function listQuoteTasks(db: Db): Promise<AdminTask[]> {
  const counts = await countQuotesByState(db, ['quote_requested', 'quote_approved'])
  const toTask = (name: string, state: 'quote_requested' | 'quote_approved' | 'to_answer'): AdminTask => ({
    name,
    count: counts[state] ?? 0,
    url: `/admin/quotes?state=${state}`,
    right: 'sales',
    isWaiting: state !== 'quote_approved',
  })
  return [
    toTask('Quotes to price', 'quote_requested'),
    toTask('Quotes to answer', 'to_answer'),
    toTask('Quotes with customers', 'quote_approved'),
  ]
}
