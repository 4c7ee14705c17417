import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../infra/app-context.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import { execute } from '../../../infra/database/query.ts'
import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import { includesRight, listHeldRights } from '../../accounts/staff/staff-right.ts'
import { accountHoldRights, holdRights } from '../../back-office/navigation.ts'
import type { AdminDeps } from '../../back-office/service.ts'
import { changed, createStaffAction, done, invalid, refuse } from '../../back-office/staff-action.server.ts'
import { missingFreeReason, toFreeReason } from '../../orders/free-reason.ts'
import { type Holds, holdRefusalMessages } from '../../orders/holds/hold-rules.ts'
import type { Order } from '../../orders/order.ts'
import type { Pieces } from '../../orders/order-line.ts'
import * as holds from '../../orders/service.ts'
import { addEvent, getOrderVersion, lockOrder } from '../../orders/service.ts'
import { isIn } from '../../orders/states.ts'
import { getCarrierName, toCarrier } from '../../warehouse/despatch/carriers.ts'
import { findTickErrors, listQuantityErrors } from '../../warehouse/despatch/field-errors.ts'
import { findQueueJump, formatDespatchRefusal, readyRefusalMessages } from '../../warehouse/despatch/rules.ts'
import * as despatch from '../../warehouse/service.ts'
import { listOpenLines, listOrdersAhead } from '../../warehouse/service.ts'
import type { StaffOrders } from '../order-page.server.ts'
import { validateReason } from '../rules.ts'
import {
  announceCollection,
  changeParcel,
  despatchOrder,
  giveFreeReason,
  holdOrder,
  releaseOrder,
} from '../schemas.ts'
import { needsFreeReason } from '../view.ts'
import {
  isUnchanged,
  parseDespatch,
  sortErrors,
  type TypedDespatch,
  validateCarriage,
} from './despatch-form.ts'

export function despatchRoutes(app: FastifyInstance, deps: AdminDeps, orders: StaffOrders): void {
  const { context } = deps
  const { db } = context
  const staffAction = createStaffAction(app, deps, orders.formPage)

  staffAction(despatchOrder, {
    right: 'warehouse',
    typed: ({ body }) => ({ typed: { despatch: body }, pickList: body.pick_list }),
    run: async form => {
      const { target: order, body, staff, requestKey, now } = form
      const isCollected = order.deliveryCode === 'COL'
      const { lines, errors } = parseDespatch(body, isCollected)
      if (Object.keys(errors).length > 0)
        return invalid(sortErrors({ ...(await listDespatchErrors(db, order, body, lines)), ...errors }, body))
      const result = await despatch.despatchParcel(context, order.id, {
        ...{ expectedVersion: body.seen, staffId: staff.id, requestKey, lines, now },
        isQueueJump: body.out_of_turn,
        isPart: body.part,
        carrier: isCollected ? '' : toCarrier(body),
        trackingNumber: isCollected ? '' : body.tracking,
        collectedBy: isCollected ? body.collected_by : '',
      })
      if (result.ok) return done(formatDespatched(order, body, result.number))
      const { message } = await orders.refuse(form, formatDespatchRefusal(result))
      const again = result.reason === 'changed' ? pressAgain[isCollected ? 'collected' : 'sent'] : ''
      const fieldErrors =
        result.reason === 'nothing'
          ? toNothingError(body, message)
          : await listDespatchErrors(db, order, body, lines)
      return refuse(`${message}${again}`, sortErrors(fieldErrors, body))
    },
  })

  staffAction(changeParcel, {
    right: 'warehouse',
    typed: ({ body, params: { number } }) => ({ typed: { parcel: { ...body, number } } }),
    validate: ({ body, params }) => ({ errors: validateCarriage(body, `parcel-${params.number}-`) }),
    run: async form => {
      const { target: order, body, staff, now } = form
      const { number } = form.params
      const { seen, tracking: trackingNumber, email } = body
      const carriage = { carrier: toCarrier(body), trackingNumber, email }
      const change = { expectedVersion: seen, staffId: staff.id, now }
      const result = await despatch.changeParcel(db, order.id, number, { ...change, ...carriage })
      if (result.ok) return done(formatParcelChanged(order, number, result.isEmailed))
      if (result.reason === 'not_found') throw new Problem(404)
      return orders.refuse(form, parcelChangedMessage)
    },
  })

  staffAction(announceCollection, {
    right: 'warehouse',
    typed: ({ body }) => ({ pickList: body.pick_list }),
    run: async form => {
      const { target: order, body, staff, now } = form
      const change = { expectedVersion: body.seen, staffId: staff.id, now }
      const result = await despatch.announceCollection(context, order.id, change)
      if (!result.ok) return orders.refuse(form, readyRefusalMessages[result.reason])
      return done(`${order.contact.email} will get an email that the order is ready to collect.`)
    },
  })

  staffAction(giveFreeReason, {
    right: 'manager',
    typed: ({ body }) => ({ typed: { freeReason: body.free_reason } }),
    validate: ({ body }) => {
      const reason = toFreeReason(body.free_reason)
      return reason === null ? { errors: { free_reason: missingFreeReason } } : { reason }
    },
    run: ({ target: { id }, expectedVersion = '', staff, now }, { reason }) =>
      inTransaction(db, async tx => {
        const order = (await lockOrder(tx, id))!
        if (!needsFreeReason(order) || (await getOrderVersion(tx, id)) !== expectedVersion) return changed
        await execute(tx)`update orders set free_reason = ${reason} where id = ${id}`
        const why = `Free of charge: ${reason}`
        await addEvent(
          tx,
          order,
          'free_reason',
          { why, detail: `no reason → ${reason}` },
          { expectedVersion, staffId: staff.id, now },
        )
        return done('Saved. The goods can go out.')
      }),
  })

  staffAction(holdOrder, {
    right: holdRights,
    typed: ({ body }) => ({ typed: { hold: body.reason } }),
    validate: ({ body }) => ({ errors: validateReason('hold-reason', body.reason) }),
    run: async form => {
      const { target: order, body, staff, now } = form
      const result = await holds.holdOrder(db, order.id, {
        reason: body.reason,
        expectedVersion: body.seen,
        staffId: staff.id,
        now,
      })
      if (!result.ok) return orders.refuse(form, holdRefusalMessages[result.reason])
      return done(`Order ${order.reference} is held: nothing is sent until you release it.`)
    },
  })

  staffAction(releaseOrder, {
    right: [...holdRights, 'accounts'],
    typed: ({ body }) => ({ typed: { release: body } }),
    validate: ({ body }) => ({ errors: validateReason('release-reason', body.reason) }),
    run: async form => {
      const { target: order, body, staff, now } = form
      const result = await holds.releaseOrder(db, order.id, {
        ...body,
        expectedVersion: body.seen,
        staffId: staff.id,
        canSendAnyway: includesRight(listHeldRights(staff), accountHoldRights),
        now,
      })
      if (result.ok) return done(formatReleased(order.reference, result.remaining))
      if (result.reason === 'unclear') return invalid({ 'release-lift': liftMessage })
      return orders.refuse(form, holdRefusalMessages[result.reason])
    },
  })
}

const pressAgain = {
  sent: ' Check the quantities and press Despatch again.',
  collected: ' Check the quantities and press Hand over again.',
}

/** At the first quantity. */
const toNothingError = ({ lines: [first] }: Pick<TypedDespatch, 'lines'>, message: string) =>
  first ? { [`quantity-${first.position}`]: message } : {}

const liftMessage = 'Choose which hold to lift: ours, the account’s, or both.'

function formatReleased(reference: string, remaining: Holds): string {
  if (remaining.staff)
    return `Its account no longer holds order ${reference}. Our own hold stays, so nothing is sent yet.`
  if (remaining.account)
    return `Our hold of order ${reference} has been lifted. Its account is on stop, so nothing is sent yet.`
  if (remaining.credit)
    return `Our hold of order ${reference} has been lifted. Its account’s credit holds it, so nothing is sent yet.`
  if (remaining.payment)
    return `Our hold of order ${reference} has been lifted. A part of it is still to be paid, so nothing is sent yet.`
  return `Order ${reference} has been released and can be despatched.`
}

const formatParcelChanged = ({ contact }: Order, number: number, isEmailed: boolean): string =>
  isEmailed
    ? `Parcel ${number} has been changed, and ${contact.email} will get its email again.`
    : `Parcel ${number} has been changed.`

const parcelChangedMessage =
  'This order has changed since you opened it, so the parcel was not changed. Here is how it stands now.'

function formatDespatched({ contact, deliveryCode }: Order, typed: TypedDespatch, number: number): string {
  if (deliveryCode === 'COL') return `The goods have been handed over to ${typed.collected_by}.`
  const carrier = getCarrierName(toCarrier(typed))
  return `Parcel ${number} has been despatched with ${carrier}, and ${contact.email} will get an email.`
}

/**
 * What is wrong with each quantity of a despatch form that was refused, and which box would send it all the same. On an outdated
 * page only of the quantities that were typed: the others become what can go now.
 */
async function listDespatchErrors(
  db: Db,
  order: Order,
  typed: TypedDespatch & { seen: string },
  parsed: readonly Pieces[],
): Promise<FieldErrors> {
  if (!isIn('isDespatchable', order.state) || order.onStop) return {}
  const lines = await listOpenLines(db, order.id)
  const isOutdated = (await getOrderVersion(db, order.id)) !== typed.seen
  if (isOutdated) {
    const proposed = new Set(typed.lines.filter(isUnchanged).map(({ position }) => position))
    return listQuantityErrors(
      lines,
      parsed.filter(({ position }) => !proposed.has(position)),
    )
  }
  const errors = listQuantityErrors(lines, parsed)
  const despatched = parsed.filter(
    ({ position }) =>
      lines.some(line => line.position === position) && errors[`quantity-${position}`] === undefined,
  )
  if (despatched.length === 0) return errors
  const queueJump = findQueueJump(lines, despatched)
  const [older] = queueJump ? await listOrdersAhead(db, order.id, [queueJump.productId]) : []
  const ticks = { isQueueJump: typed.out_of_turn, isPart: typed.part }
  return {
    ...errors,
    ...findTickErrors({ order, lines, despatched, ...ticks }, older?.reference ?? null),
  }
}
