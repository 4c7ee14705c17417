import { sql } from 'kysely'
import { limitToPage, listPeriodConditions } from '../../../infra/database/columns.ts'
import { getRow } from '../../../infra/database/query.ts'
import { pluralize } from '../../../lib/count.ts'
import { formatShortDateTime, toLondonTime } from '../../../lib/dates.ts'
import { formatPounds, type Pence } from '../../../lib/money.ts'
import { adminOrderUrl } from '../../back-office/navigation.ts'
import { defineList, type ListRequest } from '../../back-office/table/define-list.server.ts'
import { muted } from '../../back-office/table/list-cell.ts'
import { periodFilters, staffFilter } from '../../back-office/table/list-filter.ts'
import type { FreeReason } from '../../orders/free-reason.ts'
import { stateDescriptions } from '../../orders/messages.ts'
import type { OrderState } from '../../orders/states.ts'
import { formatFreeReason } from '../view.ts'

interface FreeOrder {
  reference: string
  at: string
  state: OrderState
  name: string
  company: string
  reason: FreeReason
  takenBy: string
  /** Goods ex VAT. */
  value: Pence
}

const empty = 'Nothing was given away for this reason.'
const groups = {
  all: { name: 'All', empty: 'Nothing was given away.' },
  sample: { name: 'Samples', empty },
  warranty: { name: 'Warranty', empty },
  goodwill: { name: 'Goodwill', empty },
  unrecorded: { name: 'Reason not recorded', empty: 'Every order has its reason.' },
}
type ReasonGroup = keyof typeof groups
const filters = { ...periodFilters, taken_by: staffFilter('Given by') }

export const freeOfChargeUrl = '/admin/free-of-charge'

/** What was given away: why, by whom, and what it is worth (R-ORDER-23). */
export const freeOfChargeRoutes = defineList({
  section: 'free-of-charge',
  url: freeOfChargeUrl,
  menu: 'orders',
  right: ['sales', 'accounts'],
  title: 'Free of charge',
  noun: ['order', 'orders'],
  groups,
  groupsLabel: 'Orders by reason',
  filters,
  sort: 'day',
  tieBreaker: sql`o.id`,
  load: listFreeOrders,
  rowKey: ({ reference }) => reference,
  columns: {
    day: {
      heading: 'Order',
      csvHeading: 'Order number',
      sort: { usual: 'down', by: sql`o.placed_at` },
      cell: ({ reference, at, state }) => [
        { text: reference, url: adminOrderUrl(reference), isCode: true },
        muted(`${formatShortDateTime(new Date(at))}, ${stateDescriptions[state].text.toLowerCase()}`),
      ],
      csv: ({ reference }) => reference,
    },
    date: { heading: 'Date', csv: ({ at }) => toLondonTime(new Date(at)).date },
    customer: {
      heading: 'Customer',
      cell: ({ company, name }) => (company === '' ? name : [company, muted(name)]),
      csv: ({ company, name }) => company || name,
    },
    reason: {
      heading: 'Reason',
      phoneLabel: 'Reason',
      cell: ({ reason }) => formatFreeReason(reason),
      csv: ({ reason }) => formatFreeReason(reason),
    },
    staff: {
      heading: 'Given by',
      phoneLabel: 'Given by',
      cell: ({ takenBy }) => takenBy,
      csv: ({ takenBy }) => takenBy,
    },
    value: {
      heading: 'Value ex VAT',
      isAmount: true,
      phone: 'corner',
      sort: { usual: 'down', by: sql`o.subtotal - o.discount` },
      cell: ({ value }) => formatPounds(value),
      csv: ({ value }) => ({ pence: value }),
    },
  },
  actions: [{ url: '/admin/orders', name: 'All orders' }],
})

// At the checkout the member of staff is the customer.
const givenBy = sql`coalesce(o.prepared_by, o.person_id)`
const reason = sql`coalesce(o.free_reason, 'unrecorded')`

async function listFreeOrders(request: ListRequest<ReasonGroup, typeof filters>) {
  const { db, choice, orderBy } = request
  const { taken_by: staffId, ...period } = choice.filters
  const conditions = [
    sql`o.method = 'godmode' and o.kind = 'order' and order_is_bought(o.state)`,
    ...listPeriodConditions(sql`o.placed_at`, period),
    ...(staffId === null ? [] : [sql`${givenBy} = ${staffId}`]),
  ]
  const inGroup = choice.group === 'all' ? sql`true` : sql`${reason} = ${choice.group}`
  const counts = Object.keys(groups).map(
    group =>
      sql`count(*) filter (where ${group === 'all' ? sql`true` : sql`${reason} = ${group}`})::int as ${sql.ref(group)}`,
  )
  const { list, value, ...byGroup } = await getRow(db)<
    Record<ReasonGroup, number> & { list: FreeOrder[] | null; value: Pence }
  >`
    with free as materialized (select o.* from orders o where ${sql.join(conditions, sql` and `)}), page as (
      select o.reference, o.placed_at as at, o.state, o.contact->>'name' as name, coalesce(c.name, '') as company,
        ${reason} as reason, coalesce(nullif(s.name, ''), s.email, '') as "takenBy", o.subtotal - o.discount as value
      from free o left join company c on c.id = o.company_id left join person s on s.id = ${givenBy}
      where ${inGroup} order by ${orderBy} ${limitToPage(request)})
    select ${sql.join(counts)}, coalesce(sum(o.subtotal - o.discount) filter (where ${inGroup}), 0)::bigint as value,
      (select json_agg(page) from page) as list
    from free o`
  const count = byGroup[choice.group]
  return {
    rows: list ?? [],
    counts: byGroup,
    intro:
      count === 0
        ? null
        : `${pluralize(count, 'order')} with goods worth ${formatPounds(value)} ex VAT. Nothing was paid for them: they are in no invoice, report or export of sales.`,
  }
}
