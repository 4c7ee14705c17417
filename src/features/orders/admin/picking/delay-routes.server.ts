import type { FastifyInstance } from 'fastify'
import { handle } from '../../../../infra/http/handle.ts'
import { addDays, formatDay, type IsoDate, parseIsoDate, toLondonTime } from '../../../../lib/dates.ts'
import { holdRights } from '../../../back-office/navigation.ts'
import type { StaffReply } from '../../../back-office/schemas.ts'
import { type AdminDeps, requireStaff } from '../../../back-office/service.ts'
import { normaliseViewQuery, toViewUrl } from '../../../back-office/table/saved-view.ts'
import { delayRefusalMessages, type TypedDelay } from '../../delay.ts'
import * as delays from '../../despatch/delay.server.ts'
import { findNextArrival } from '../../despatch/delay-day.ts'
import type { Order } from '../../order.ts'
import type { StaffOrders } from '../order-page.server.ts'
import { delayListRoutes } from './delays.server.ts'
import { announceDelay, checkPromise } from './schemas.ts'

const maxDaysAhead = 365

/** The promised days that cannot be met, and the e-mail to the customer (R-DELAY-1, R-DELAY-2). */
export function delayRoutes(
  app: FastifyInstance,
  deps: AdminDeps,
  orders: Pick<StaffOrders, 'get' | 'answer' | 'describeChanges'>,
): void {
  const { context, visitors, pages } = deps
  const { db } = context

  delayListRoutes(app, deps)

  handle(
    app,
    checkPromise,
    async ({ params: { reference }, body: { seen }, request }): Promise<StaffReply> => {
      const staff = await requireStaff(visitors, request, holdRights)
      const order = await orders.get(reference)
      const change = { seen, staffId: staff.id, now: context.now() }
      const result = await delays.checkPromise(db, order.id, change)
      if (result.done) {
        const message = `${reference} is off this list. It comes back when its day moves or its goods are short again.`
        return { success: true, message, errors: {} }
      }
      const what =
        result.why === 'changed' ? 'has changed since you opened the list' : 'has left or was cancelled'
      const changes = await orders.describeChanges(order.id, seen)
      return {
        success: false,
        message: `Order ${reference} ${what}, so nothing was done.${changes}`,
        errors: {},
      }
    },
    {
      authorize: request => requireStaff(visitors, request, holdRights),
      form: ({ reply, body: { view } }, { success, message }) =>
        pages.redirect(reply, {
          to: toViewUrl('promised-days', normaliseViewQuery(view)),
          flash: { kind: success ? 'success' : 'danger', text: message },
        }),
    },
  )

  handle(
    app,
    announceDelay,
    async ({ params: { reference }, body, request }): Promise<StaffReply> => {
      const staff = await requireStaff(visitors, request, holdRights)
      const order = await orders.get(reference)
      const now = context.now()
      const parsed = parseDelay(body, order, toLondonTime(now).date)
      if ('errors' in parsed) return { success: false, message: '', errors: parsed.errors }
      const { seen } = body
      const result = await delays.announceDelay(db, order.id, {
        seen,
        staffId: staff.id,
        now,
        day: parsed.day,
      })
      if (result.done)
        return {
          success: true,
          message: `${order.contact.email} will get an email about the delay.`,
          errors: {},
        }
      const message = `${delayRefusalMessages[result.why]}${await orders.describeChanges(order.id, seen)}`
      return { success: false, message, errors: {} }
    },
    {
      authorize: request => requireStaff(visitors, request, holdRights),
      form: (form, reply) =>
        orders.answer(form, reply, { seen: form.body.seen, typed: { delay: form.body } }),
    },
  )
}

function parseDelay(
  { choice, day }: TypedDelay,
  order: Pick<Order, 'deliveryCode' | 'delivery'>,
  today: IsoDate,
): { day: IsoDate | null } | { errors: Record<string, string> } {
  if (choice === 'unknown') return { day: null }
  if (choice !== 'day')
    return { errors: { 'delay-choice': 'Choose the new day, or that it isn’t known yet.' } }
  const date = parseIsoDate(day)
  if (date === null) return { errors: { 'delay-day': 'Enter the new day.' } }
  if (date < today) return { errors: { 'delay-day': 'The new day is in the past.' } }
  if (date > addDays(today, maxDaysAhead))
    return { errors: { 'delay-day': 'The new day is more than a year away.' } }
  const next = findNextArrival(order, { from: date, today })
  return next === date
    ? { day: date }
    : { errors: { 'delay-day': formatNoDelivery(order.deliveryCode, date, next) } }
}

const formatNoDelivery = (code: string, day: IsoDate, next: IsoDate): string =>
  code === 'COL'
    ? `The counter is closed on ${formatDay(day)}. It next opens on ${formatDay(next)}.`
    : `This delivery can’t arrive on ${formatDay(day)}. The next day it can is ${formatDay(next)}.`
