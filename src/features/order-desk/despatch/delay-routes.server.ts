import type { FastifyInstance } from 'fastify'
import type { BodyOf } from '../../../lib/calls/call.ts'
import { addDays, formatDay, type IsoDate, parseIsoDate, toLondonTime } from '../../../lib/dates.ts'
import { holdRights } from '../../back-office/navigation.ts'
import type { AdminDeps } from '../../back-office/service.ts'
import { createStaffAction, done } from '../../back-office/staff-action.server.ts'
import { normaliseViewQuery, toListUrl } from '../../back-office/table/list-url.ts'
import { type CalendarSettings, findNextDeliveryDay } from '../../delivery/calendar.ts'
import type { Order } from '../../orders/order.ts'
import { announceDelay, checkPromise } from '../../warehouse/admin/schemas.ts'
import { delayRefusalMessages, type TypedDelay } from '../../warehouse/despatch/delay.ts'
import { delaysUrl } from '../../warehouse/picking/pick-list.ts'
import * as warehouse from '../../warehouse/service.ts'
import type { StaffOrders } from '../order-page.server.ts'

const maxDaysAhead = 365

/** The promised days that cannot be met, and the e-mail to the customer (R-DELAY-1, R-DELAY-2). */
export function delayRoutes(
  app: FastifyInstance,
  deps: AdminDeps,
  orders: Pick<StaffOrders, 'formPage' | 'refuse'>,
): void {
  const { db } = deps.context

  const listAction = createStaffAction(app, deps, {
    load: orders.formPage.load,
    toUrl: ({ body }) => toListUrl(delaysUrl, normaliseViewQuery((body as BodyOf<typeof checkPromise>).view)),
  })

  listAction(checkPromise, {
    right: holdRights,
    run: async form => {
      const { target: order, body, staff, now } = form
      const change = { expectedVersion: body.seen, staffId: staff.id, now }
      const result = await warehouse.checkPromise(db, order.id, change)
      if (result.ok)
        return done(
          `${order.reference} is off this list. It comes back when its day moves or its goods are short again.`,
        )
      const what =
        result.reason === 'changed' ? 'has changed since you opened the list' : 'has left or was cancelled'
      return orders.refuse(form, `Order ${order.reference} ${what}, so nothing was done.`)
    },
  })

  const orderAction = createStaffAction(app, deps, orders.formPage)

  orderAction(announceDelay, {
    right: holdRights,
    typed: ({ body }) => ({ typed: { delay: body } }),
    validate: ({ body, target: order, now }) =>
      parseDelay(body, order, toLondonTime(now).date, deps.context.config.delivery),
    run: async (form, { day }) => {
      const { target: order, body, staff, now } = form
      const change = { expectedVersion: body.seen, staffId: staff.id, now, day }
      const result = await warehouse.announceDelay(db, order.id, change)
      if (!result.ok) return orders.refuse(form, delayRefusalMessages[result.reason])
      return done(`${order.contact.email} will get an email about the delay.`)
    },
  })
}

function parseDelay(
  { choice, day }: TypedDelay,
  order: Pick<Order, 'deliveryCode' | 'delivery'>,
  today: IsoDate,
  settings: CalendarSettings | null,
): { day: IsoDate | null } | { errors: Record<string, string> } {
  if (choice === 'unknown') return { day: null }
  if (choice !== 'day')
    return { errors: { 'delay-choice': 'Choose the new day, or that it isn’t known yet.' } }
  const date = parseIsoDate(day)
  if (date === null) return { errors: { 'delay-day': 'Enter the new day.' } }
  if (date < today) return { errors: { 'delay-day': 'The new day is in the past.' } }
  if (date > addDays(today, maxDaysAhead))
    return { errors: { 'delay-day': 'The new day is more than a year away.' } }
  const service = { code: order.deliveryCode, ...order.delivery }
  const next = findNextDeliveryDay(service, { from: date, today, settings })
  return next === date
    ? { day: date }
    : { errors: { 'delay-day': formatNoDelivery(order.deliveryCode, date, next) } }
}

const formatNoDelivery = (code: string, day: IsoDate, next: IsoDate): string =>
  code === 'COL'
    ? `The counter is closed on ${formatDay(day)}. It next opens on ${formatDay(next)}.`
    : `This delivery can’t arrive on ${formatDay(day)}. The next day it can is ${formatDay(next)}.`
