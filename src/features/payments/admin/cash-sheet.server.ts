import { sql } from 'kysely'
import { limitToPage, toPattern } from '../../../infra/database/columns.ts'
import { getRow } from '../../../infra/database/query.ts'
import { formatDay, formatShortDateTime, formatTime, type IsoDate, toLondonTime } from '../../../lib/dates.ts'
import { formatPounds, type Pence, pence, sum } from '../../../lib/money.ts'
import { includesRight } from '../../accounts/staff/staff-right.ts'
import { adminOrderUrl } from '../../back-office/navigation.ts'
import { defineList, type ListRequest } from '../../back-office/table/define-list.server.ts'
import { type ListFigure, muted } from '../../back-office/table/list-cell.ts'
import { dayFilter, type ListFilter } from '../../back-office/table/list-filter.ts'
import { customerNameSql } from '../../orders/service.ts'
import { type HandKind, handKindNames, handKinds } from '../by-hand.ts'
import { cashUrl, enterPaymentUrl } from '../hand-payment-urls.ts'

const empty = 'Nothing was taken or paid back.'
const groups = {
  all: { name: 'All', empty },
  cash: { name: handKindNames.cash, empty },
  terminal: { name: handKindNames.terminal, empty },
  bank: { name: handKindNames.bank, empty },
}
type CashGroup = keyof typeof groups
type CashFilters = { day: ListFilter<IsoDate>; until: ListFilter<IsoDate> }

interface CashMovement {
  what: 'payment' | 'cancelled' | 'refund'
  id: number
  order: string
  customer: string
  kind: HandKind
  till: string
  day: IsoDate
  at: Date
  reference: string
  /** Below 0: it went back, or was never there. */
  amount: Pence
  staff: string
  why: string
  canCancel: boolean
}

const what = { payment: '', cancelled: ', entered wrongly', refund: ', paid back' }

/** The money that staff took and paid back on a day, by till and kind (R-CASH-1). */
export const cashSheetRoutes = defineList({
  section: 'cash',
  url: cashUrl,
  menu: { position: 86, isRare: true },
  right: ['sales', 'accounts'],
  title: 'Cash sheet',
  noun: ['entry', 'entries'],
  groups,
  groupsLabel: 'How it was paid',
  search: {
    name: 'Find a payment',
    hint: 'By till, order number, customer, or the reference of the bank or the slip',
    all: 'Show all',
  },
  filters: { day: dayFilter('Day'), until: dayFilter('Until') },
  sort: 'at',
  tieBreaker: sql`(id, what)`,
  load: listCash,
  rowKey: ({ id, what: kind, at }) => `${kind} ${id} ${at.toISOString()}`,
  columns: {
    order: {
      heading: 'Order',
      cell: ({ order, customer }) => [
        { text: order, url: adminOrderUrl(order), isCode: true },
        muted(customer),
      ],
      csv: ({ order }) => order,
    },
    customer: { heading: 'Customer', csv: ({ customer }) => customer },
    day: { heading: 'Day', csv: ({ day }) => day },
    at: {
      heading: 'Entered',
      phoneLabel: 'Entered',
      sort: { usual: 'up', by: sql`at` },
      cell: ({ at, day }) =>
        toLondonTime(at).date === day ? formatTime(toLondonTime(at).minutes) : formatShortDateTime(at),
      csv: ({ at }) => formatTime(toLondonTime(at).minutes),
    },
    how: {
      heading: 'How',
      cell: ({ kind, what: move, reference, why }) => [
        `${handKindNames[kind]}${what[move]}`,
        ...[reference, why].filter(text => text !== '').map(muted),
      ],
      csv: ({ kind, what: move }) => `${handKindNames[kind]}${what[move]}`,
    },
    reference: { heading: 'Reference', csv: ({ reference }) => reference },
    till: {
      heading: 'Till',
      phoneLabel: 'Till',
      sort: { usual: 'up', by: sql`till` },
      isOptional: true,
      cell: ({ till }) => till || null,
      csv: ({ till }) => till,
    },
    staff: {
      heading: 'By',
      phoneLabel: 'By',
      sort: { usual: 'up', by: sql`lower(staff)` },
      cell: ({ staff }) => staff,
      csv: ({ staff }) => staff,
    },
    reason: { heading: 'Reason', csv: ({ why }) => why },
    amount: {
      heading: 'Amount',
      isAmount: true,
      phone: 'corner',
      sort: { usual: 'down', by: sql`amount` },
      cell: ({ amount }) => ({ text: formatPounds(amount), isStrong: true }),
      csv: ({ amount }) => ({ pence: amount }),
    },
    actions: {
      heading: '',
      isActions: true,
      cell: ({ id, order, canCancel }, { rights }) =>
        canCancel && includesRight(rights, 'accounts')
          ? { text: 'Entered wrongly?', url: `${cashUrl}/${id}`, spoken: ` The payment for ${order}` }
          : null,
    },
  },
  actions: [{ url: `${enterPaymentUrl}?from=cash`, name: 'Enter a payment' }],
})

interface CashSum {
  kind: HandKind
  till: string
  amount: Pence
}

/** A page of the entries of the days that are chosen, today without a choice, with what they come to. */
async function listCash(request: ListRequest<CashGroup, CashFilters>) {
  const { db, choice, orderBy, today } = request
  const { group, query } = choice
  const day = choice.filters.day ?? choice.filters.until ?? today
  const until = choice.filters.until ?? day
  const matches = sql`(m.till = ${query} or o.reference = ${query.toUpperCase()} or m.reference ilike ${toPattern(query)}
    or ${customerNameSql} ilike ${toPattern(query)})`
  const { rows, counts, sums } = await getRow(db)<{
    rows: CashMovement[]
    counts: Record<CashGroup, number>
    sums: CashSum[]
  }>`
    with entries as materialized (
      select m.what, m.attempt_id as id, o.reference as "order", ${customerNameSql} as customer, m.kind, m.till, m.day,
        m.at, m.reference, m.amount, coalesce(nullif(s.name, ''), s.email, '') as staff, m.why,
        m.what = 'payment' and a.state = 'paid' as "canCancel"
      from cash_movement m join payment_attempt a on a.id = m.attempt_id join orders o on o.id = m.order_id
        left join company c on c.id = o.company_id left join person s on s.id = m.staff_id
      where m.day between ${day}::date and ${until}::date ${query === '' ? sql`` : sql`and ${matches}`}
    ), page as (
      select *, row_number() over () as nth from (select * from entries
        where ${group === 'all' ? sql`true` : sql`kind = ${group}`} order by ${orderBy} ${limitToPage(request)}) sorted
    )
    select coalesce((select json_agg(page order by nth) from page), '[]') as rows,
      (select json_build_object('all', count(*), 'cash', count(*) filter (where kind = 'cash'), 'terminal',
        count(*) filter (where kind = 'terminal'), 'bank', count(*) filter (where kind = 'bank')) from entries) as counts,
      coalesce((select json_agg(tills) from (select kind, till, sum(amount)::int as amount from entries
        group by kind, till order by till) tills), '[]') as sums`
  const days = day === until ? formatDay(day) : `${formatDay(day)} to ${formatDay(until)}`
  return {
    rows: rows.map(row => ({ ...row, at: new Date(row.at) })),
    counts,
    intro: `What staff took and paid back on ${days}.`,
    caption: `Cash sheet, ${days}`,
    figures: toFigures(sums),
  }
}

/** Cash £124.60, 'till 1 £100.00, no till £24.60'. */
function toFigures(sums: readonly CashSum[]): ListFigure[] {
  const add = (some: readonly CashSum[]) => sum(some.map(({ amount }) => pence(amount)))
  const used = handKinds.filter(kind => sums.some(each => each.kind === kind))
  const figures = used.map(kind => {
    const tills = sums.filter(each => each.kind === kind)
    const parts = tills.map(
      ({ till, amount }) => `${till === '' ? 'no till' : `till ${till}`} ${formatPounds(amount)}`,
    )
    const isPlain = tills.length === 1 && tills[0]!.till === ''
    return { name: handKindNames[kind], amount: add(tills), note: isPlain ? '' : parts.join(', ') }
  })
  return used.length > 1 ? [...figures, { name: 'All together', amount: add(sums), note: '' }] : figures
}
