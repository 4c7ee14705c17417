import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'
import { limitToPage, toPattern } from '../../../infra/database/columns.ts'
import { getRow } from '../../../infra/database/query.ts'
import { pluralize } from '../../../lib/count.ts'
import { countDaysBetween, formatDateOf, formatShortDate, type IsoDate } from '../../../lib/dates.ts'
import { formatPounds, type Pence } from '../../../lib/money.ts'
import { adminOrderUrl } from '../../back-office/navigation.ts'
import { defineList, type ListRequest } from '../../back-office/table/define-list.server.ts'
import { muted } from '../../back-office/table/list-cell.ts'
import type { AdminTask } from '../../back-office/task.ts'
import { channelNames } from '../../orders/messages.ts'
import type { OrderChannel } from '../../orders/order.ts'
import { amountDue, customerNameSql } from '../../orders/service.ts'
import { enterPaymentUrl, proFormasUrl, toEnterPaymentUrl } from '../hand-payment-urls.ts'

const groups = {
  waiting: { name: 'Waiting', empty: 'No pro forma waits for its money.' },
  late: { name: 'Past their day', empty: 'None is past its day.' },
  released: { name: 'Not paid in time', empty: 'None was released in the last 90 days.' },
}
type ProFormaGroup = keyof typeof groups

interface ProForma {
  id: number
  reference: string
  customer: string
  email: string
  source: OrderChannel
  placedAt: Date
  total: Pence
  due: Pence
  payBy: IsoDate | null
}

/** Orders whose goods are held until cash, a terminal's slip or a bank transfer is entered (R-CASH-3). */
export const proFormaRoutes = defineList({
  section: 'pro-formas',
  url: proFormasUrl,
  menu: { position: 82 },
  right: ['sales', 'accounts'],
  title: 'Pro formas',
  noun: ['pro forma', 'pro formas'],
  groups,
  groupsLabel: 'Which pro formas',
  search: { name: 'Find a pro forma', hint: 'By order number, customer, or the amount', all: 'Show all' },
  sort: 'until',
  tieBreaker: sql`id`,
  load: listProFormas,
  rowKey: ({ id }) => id,
  columns: {
    order: {
      heading: 'Order',
      sort: { usual: 'down', by: sql`placed_at` },
      cell: ({ reference, placedAt, source }) => [
        { text: reference, url: adminOrderUrl(reference), isCode: true },
        muted(`${formatDateOf(placedAt)}, ${channelNames[source].toLowerCase()}`),
      ],
      csv: ({ reference }) => reference,
    },
    placed: { heading: 'Placed', csv: ({ placedAt }) => formatDateOf(placedAt) },
    customer: {
      heading: 'Customer',
      sort: { usual: 'up', by: sql`lower(customer)` },
      cell: ({ customer, email }) => [customer, ...(email === '' ? [] : [muted(email)])],
      csv: ({ customer }) => customer,
    },
    until: {
      heading: 'Held until',
      phoneLabel: 'Held until',
      sort: { usual: 'up', by: sql`pay_by`, isNullable: true },
      cell: ({ payBy, due, total }, { today }) => {
        const part = due > 0 && due < total ? [muted('part paid')] : []
        if (payBy === null) return ['no day', ...part]
        const left = countDaysBetween(today, payBy)
        const isPast = left < 0
        const days = `${pluralize(Math.abs(left), 'day')} ${isPast ? 'past' : 'left'}`
        return [
          formatShortDate(payBy),
          due === 0
            ? muted('cancelled')
            : { text: days, tone: isPast ? 'danger' : left < 3 ? 'late' : 'muted' },
          ...part,
        ]
      },
      csv: ({ payBy }) => payBy ?? '',
    },
    total: { heading: 'Total', csv: ({ total }) => ({ pence: total }) },
    due: {
      heading: 'To be paid',
      isAmount: true,
      phone: 'corner',
      sort: { usual: 'down', by: sql`due` },
      cell: ({ due, total }) => ({ text: formatPounds(due || total), isStrong: true }),
      csv: ({ due }) => ({ pence: due }),
    },
    actions: {
      heading: '',
      isActions: true,
      cell: ({ reference, due }) =>
        due > 0
          ? {
              text: 'Enter payment',
              url: toEnterPaymentUrl(reference),
              isButton: true,
              spoken: ` for ${reference}`,
            }
          : null,
    },
  },
  actions: [{ url: enterPaymentUrl, name: 'Enter a bank payment', look: 'strong' }],
})

const releasedDays = 90

const groupSql = (today: IsoDate): Record<ProFormaGroup, RawBuilder<unknown>> => ({
  waiting: sql`due > 0 and (pay_by is null or pay_by >= ${today}::date)`,
  late: sql`due > 0 and pay_by < ${today}::date`,
  released: sql`state = 'cancelled'`,
})

async function listProFormas(request: ListRequest<ProFormaGroup>) {
  const { db, choice, orderBy, today } = request
  const { group, query } = choice
  const conditions = groupSql(today)
  const counts = Object.entries(conditions).map(
    ([name, condition]) => sql`${sql.lit(name)}, count(*) filter (where ${condition})`,
  )
  const amount = query.replace(/^£|,/g, '')
  const matches = sql`(reference = ${query.toUpperCase()} or customer ilike ${toPattern(query)}
    or to_char(due / 100.0, 'FM999999990.00') = ${amount})`
  const { rows, byGroup, sum } = await getRow(db)<{
    rows: (ProForma & { placedAt: string })[]
    byGroup: Record<ProFormaGroup, number>
    sum: Pence
  }>`
    with pro_formas as materialized (
      select * from (select o.id, o.reference, ${customerNameSql} as customer, o.contact->>'email' as email, o.source, o.state,
        o.placed_at, o.placed_at as "placedAt", o.total, ${amountDue} as due, o.pay_by, o.pay_by as "payBy"
      from orders o left join company c on c.id = o.company_id
      where o.payment_due and o.method = 'counter' and (order_is_bought(o.state)
        or (o.state = 'cancelled' and o.pay_by between ${today}::date - ${releasedDays}::int and ${today}::date - 1))) listed
      where ${query === '' ? sql`true` : matches}
    ), page as (
      select *, row_number() over () as nth from (select * from pro_formas
        where ${conditions[group]} order by ${orderBy} ${limitToPage(request)}) sorted
    )
    select json_build_object(${sql.join(counts)}) as "byGroup",
      coalesce(sum(due) filter (where ${conditions[group]}), 0)::int as sum,
      coalesce((select json_agg(page order by nth) from page), '[]') as rows
    from pro_formas`
  return {
    rows: rows.map(row => ({ ...row, placedAt: new Date(row.placedAt) })),
    counts: byGroup,
    notes: sum > 0 ? [`${pluralize(byGroup[group], 'pro forma')}, ${formatPounds(sum)} to be paid.`] : [],
  }
}

/** What waits for money that staff enter, on the overview. */
export async function listPaymentTasks(db: Db, today: IsoDate): Promise<AdminTask[]> {
  const { waiting, entered } = await getRow(db)<{ waiting: number; entered: number }>`
    select (select count(*)::int from orders o where o.payment_due and o.method = 'counter'
        and order_is_bought(o.state)) as waiting,
      (select count(*)::int from cash_movement where day = ${today}::date) as entered`
  const right = ['sales', 'accounts'] as const
  return [
    { name: 'Pro formas', count: waiting, url: proFormasUrl, right, isWaiting: false },
    { name: 'On today’s cash sheet', count: entered, url: '/admin/cash', right, isWaiting: false },
  ]
}
