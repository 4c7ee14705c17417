import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { limitToPage } from '../../../infra/database/columns.ts'
import { getRow } from '../../../infra/database/query.ts'
import type { BodyOf } from '../../../lib/calls/call.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import { pluralize } from '../../../lib/count.ts'
import { formatTime, toLondonTime } from '../../../lib/dates.ts'
import { formatPounds, type Pence } from '../../../lib/money.ts'
import { includesRight } from '../../accounts/staff/staff-right.ts'
import { adminOrderUrl } from '../../back-office/navigation.ts'
import type { AdminDeps } from '../../back-office/service.ts'
import { createStaffAction, done, refuse } from '../../back-office/staff-action.server.ts'
import { defineList, type ListRequest } from '../../back-office/table/define-list.server.ts'
import { muted } from '../../back-office/table/list-cell.ts'
import { normaliseViewQuery, toListUrl } from '../../back-office/table/list-url.ts'
import { formatMethod } from '../../orders/messages.ts'
import type { OrderPaymentMethod } from '../../orders/order.ts'
import { getOrderVersion, lockOrder, releaseStock, toOrderVersionSql } from '../../orders/service.ts'
import { holdMinutes, holdsStock, isOrderOpen } from '../../orders/states.ts'
import { toStockUrl } from '../../stock/stock.ts'
import { findOrderVersion, listChangesSince } from '../queries.ts'
import { releaseReservedStock } from '../schemas.ts'
import { formatChanges } from '../view.ts'

const listUrl = '/admin/reserved-stock'
const lineLimit = 3
const right = ['warehouse', 'sales'] as const

/** An unfinished order that holds stock. */
interface ReservedOrder {
  reference: string
  /** `getOrderVersion`. */
  version: string
  method: OrderPaymentMethod
  since: Date
  /** When its stock is released: guests' earlier (R-ORDER-8). */
  until: Date
  personId: number | null
  name: string
  email: string
  company: string
  /** The beginning of the session's hash: the same for all orders of a browser. */
  session: string
  clientNetwork: string | null
  subtotal: Pence
  lineCount: number
  lines: { code: string; quantity: number }[]
}

const groups = {
  all: { name: 'All', empty: 'No stock is reserved.' },
  guests: { name: 'Guests', empty: 'No guest reserves stock.' },
  accounts: { name: 'With an account', empty: 'No customer with an account reserves stock.' },
}
type ReservedGroup = keyof typeof groups

const groupSql = {
  all: sql`true`,
  guests: sql`person_id is null`,
  accounts: sql`person_id is not null`,
}

/** What unfinished orders reserve, and putting it back into stock (R-ORDER-10, R-ADMIN-6). */
export function reservedStockRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const { context } = deps
  const guestMinutes = Math.min(context.config.limits.guestHoldMinutes, holdMinutes)
  reservedStockList(guestMinutes)(app, deps)
  releaseRoute(app, deps)
}

const reservedStockList = (guestMinutes: number) =>
  defineList({
    section: 'reserved-stock',
    url: listUrl,
    menu: { position: 70 },
    right,
    title: 'Reserved stock',
    noun: ['order', 'orders'],
    groups,
    groupsLabel: 'Orders by customer',
    all: 'Show all reserved stock',
    sort: 'until',
    tieBreaker: sql`id`,
    load: request => listReservedStock(request, guestMinutes),
    rowKey: ({ reference }) => reference,
    columns: {
      order: {
        heading: 'Order',
        csvHeading: 'Order number',
        cell: ({ reference, method }) => [
          { text: reference, url: adminOrderUrl(reference), isCode: true },
          muted(formatMethod({ kind: 'order', method })),
        ],
        csv: ({ reference }) => reference,
      },
      customer: {
        heading: 'Customer',
        sort: { usual: 'up', by: sql`lower(coalesce(nullif(company, ''), name))` },
        cell: order => [
          order.company || order.name,
          muted(formatAccount(order)),
          {
            summary: 'Details',
            details: `Session ${order.session}${order.clientNetwork ? `, from ${order.clientNetwork}` : ''}, since ${formatClock(order.since)}`,
          },
        ],
        csv: ({ company, name }) => company || name,
      },
      email: { heading: 'Email', csv: ({ email }) => email },
      payment: { heading: 'Payment', csv: ({ method }) => formatMethod({ kind: 'order', method }) },
      goods: {
        heading: 'Goods',
        cell: ({ lines, lineCount }, { rights }) => [
          ...lines.map(({ code, quantity }) => ({
            text: [
              // The stock of a part is for those who work with it.
              {
                text: code,
                isCode: true,
                ...(includesRight(rights, 'warehouse') && { url: toStockUrl(code) }),
              },
              ` × ${quantity.toLocaleString('en-GB')}`,
            ],
            isUnbroken: true,
          })),
          ...(lineCount > lines.length
            ? [muted(`and ${pluralize(lineCount - lines.length, 'more line')}`)]
            : []),
        ],
      },
      from: { heading: 'From', csv: ({ since }) => formatClock(since) },
      until: {
        heading: 'Time left',
        csvHeading: 'Until',
        sort: { usual: 'up', by: sql`until` },
        cell: ({ until }, { now }) => {
          const minutes = Math.max(0, Math.ceil((until.getTime() - now.getTime()) / 60_000))
          return [
            { text: minutes === 0 ? 'Time is up' : `${minutes} min left`, isStrong: true, isUnbroken: true },
            muted(`until ${formatClock(until)}`),
          ]
        },
        csv: ({ until }) => formatClock(until),
      },
      lines: { heading: 'Lines', csv: ({ lineCount }) => lineCount },
      value: {
        heading: 'Value ex VAT',
        isAmount: true,
        phone: 'corner',
        sort: { usual: 'down', by: sql`subtotal` },
        cell: ({ subtotal }) => formatPounds(subtotal),
        csv: ({ subtotal }) => ({ pence: subtotal }),
      },
      actions: {
        heading: 'Actions',
        isActions: true,
        cell: ({ reference, version }, { view }) => ({
          action: `${listUrl}/${reference}/release`,
          fields: { seen: version, view },
          button: 'Release…',
          spoken: `the goods of order ${reference}`,
          confirmation: {
            text: 'Others can buy the goods at once. The customer can still pay while stock lasts.',
            button: 'Release the goods',
          },
        }),
      },
    },
  })

const formatAccount = ({ personId, company, name, email }: ReservedOrder): string =>
  personId === null ? `Guest, ${email}` : `${company ? `${name}, ` : ''}${email}`

const formatClock = (at: Date): string => formatTime(toLondonTime(at).minutes)

/** A page of the orders that hold stock without being finished. `guestMinutes`: how long a guest's order holds its stock. */
async function listReservedStock(request: ListRequest<ReservedGroup>, guestMinutes: number) {
  const { db, choice, orderBy } = request
  const counts = Object.entries(groupSql).map(
    ([group, condition]) => sql`count(*) filter (where ${condition})::int as ${sql.ref(group)}`,
  )
  type Row = Omit<ReservedOrder, 'since' | 'until'> & { since: string; until: string }
  const { list, value, ...byGroup } = await getRow(db)<
    Record<ReservedGroup, number> & { list: Row[] | null; value: Pence }
  >`
    with reserved as materialized (
      select o.id, o.person_id, o.subtotal, o.contact->>'name' as name, coalesce(c.name, '') as company,
        o.hold_until - case when o.person_id is null then make_interval(mins => ${holdMinutes - guestMinutes})
          else interval '0' end as until
      from orders o left join company c on c.id = o.company_id
      where o.kind = 'order' and order_is_open(o.state) and o.stock_released_at is null
    ), page as (
      select *, row_number() over (order by ${orderBy}) as nth from reserved
      where ${groupSql[choice.group]} order by nth ${limitToPage(request)}
    ), page_rows as (
      select o.reference, ${toOrderVersionSql(sql`o.id`)} as version, o.method, o.created_at as since,
        page.until, o.person_id as "personId", page.name, o.contact->>'email' as email, page.company,
        left(encode(o.session_hash, 'hex'), 8) as session, o.client_network as "clientNetwork", o.subtotal,
        (select count(*)::int from order_line l where l.order_id = o.id) as "lineCount",
        (select json_agg(json_build_object('code', l.code, 'quantity', l.quantity) order by l.position)
          from order_line l where l.order_id = o.id and l.position <= ${lineLimit}) as lines
      from page join orders o on o.id = page.id order by page.nth
    )
    select ${sql.join(counts)}, coalesce(sum(subtotal), 0)::bigint as value,
      (select json_agg(r) from page_rows r) as list
    from reserved`
  const hold = byGroup.all === 1 ? 'holds' : 'hold'
  return {
    rows: (list ?? []).map(row => ({ ...row, since: new Date(row.since), until: new Date(row.until) })),
    counts: byGroup,
    intro:
      byGroup.all === 0
        ? null
        : `${pluralize(byGroup.all, 'order')} at the checkout ${hold} goods worth ${formatPounds(value)} ex VAT. What isn’t paid for in time goes back into stock by itself.`,
  }
}

function releaseRoute(app: FastifyInstance, deps: AdminDeps): void {
  const { db } = deps.context

  const staffAction = createStaffAction(app, deps, {
    load: async ({ reference }: { reference: string }): Promise<ReservedOrderVersion> => {
      const order = await findOrderVersion(db, reference)
      if (!order) throw new Problem(404)
      return { ...order, reference }
    },
    lock: async (tx, { id }) => ({
      order: (await lockOrder(tx, id))!,
      version: await getOrderVersion(tx, id),
    }),
    describeChanges: async ({ id, reference }, expectedVersion) =>
      `${refusals.changed(reference)}${formatChanges(await listChangesSince(db, id, expectedVersion))}`,
    toUrl: ({ body }) =>
      toListUrl(listUrl, normaliseViewQuery((body as BodyOf<typeof releaseReservedStock>).view)),
    refusalFlash: 'info',
  })

  staffAction(releaseReservedStock, {
    right,
    findEarlier: async (tx, { target: { id, reference }, body }, { order }) => {
      if (isOrderOpen(order.state) && holdsStock(order)) return null
      return refuse(
        `${refusals.not_held(reference)}${formatChanges(await listChangesSince(tx, id, body.seen))}`,
      )
    },
    change: async (tx, { target: { id, reference }, now }, { order }) => {
      await releaseStock(tx, id, now)
      return done(`The goods of order ${reference} are back in stock.`, {
        action: 'reserved stock released',
        subject: `order ${reference}`,
        detail: `${order.lines.length} lines: reserved → released`,
      })
    },
  })
}

/** `version`: `getOrderVersion`. */
interface ReservedOrderVersion {
  id: number
  version: string
  reference: string
}

const refusals = {
  not_held: (reference: string) => `Order ${reference} no longer reserves any stock, so nothing was changed.`,
  changed: (reference: string) =>
    `Order ${reference} has changed since you opened this page, so its goods were not released. Here is how it stands now.`,
}
