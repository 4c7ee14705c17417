import type { FastifyInstance, FastifyRequest } from 'fastify'
import { handle } from '../../../infra/http/handle.ts'
import { toRequestKey } from '../../../infra/http/request-key.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import { holdRights } from '../../back-office/navigation.ts'
import type { StaffReply } from '../../back-office/schemas.ts'
import { type AdminDeps, requireStaff } from '../../back-office/service.ts'
import { getCarrierName, toCarrier } from '../despatch/carriers.ts'
import * as despatch from '../despatch/despatch.server.ts'
import * as holds from '../despatch/hold.server.ts'
import { type Holds, holdRefusalMessages } from '../despatch/hold-rules.ts'
import { readyRefusalMessages } from '../despatch/ready.ts'
import { formatDespatchRefusal } from '../despatch/rules.ts'
import type { Order } from '../order.ts'
import { listDespatchErrors } from './despatch-errors.server.ts'
import { parseDespatch, sortErrors, type TypedDespatch, validateCarriage } from './despatch-form.ts'
import type { StaffOrders } from './order-page.server.ts'
import { validateReason } from './rules.ts'
import { announceCollection, changeParcel, despatchOrder, holdOrder, releaseOrder } from './schemas.ts'

/** Despatching an order, handing it over, holding and releasing it. */
export function despatchRoutes(
  app: FastifyInstance,
  { context, visitors }: AdminDeps,
  orders: StaffOrders,
): void {
  const { db } = context
  const authorize = (request: FastifyRequest) => requireStaff(visitors, request, 'warehouse')
  const authorizeHold = (request: FastifyRequest) => requireStaff(visitors, request, holdRights)
  const toChange = async (request: FastifyRequest, seen: string) => {
    const staff = await requireStaff(visitors, request, 'any')
    return { seen, staffId: staff.id, now: context.now() }
  }

  /** Who comes second reads what the other has done. */
  const refuse = async ({ id }: Order, seen: string, message: string): Promise<StaffReply> => {
    // Added for every refusal: that the order is held or has left may be the change.
    const changes = await orders.describeChanges(id, seen)
    return { success: false, message: `${message}${changes}`, errors: {} }
  }

  handle(
    app,
    despatchOrder,
    async ({ params: { reference }, body, request }): Promise<StaffReply> => {
      const change = await toChange(request, body.seen)
      const order = await orders.get(reference)
      const isCollected = order.deliveryCode === 'COL'
      const { lines, errors } = parseDespatch(body, isCollected)
      if (Object.keys(errors).length > 0)
        return toErrors(
          sortErrors({ ...(await listDespatchErrors(db, order, body, lines)), ...errors }, body),
        )
      const result = await despatch.despatchParcel(context, order.id, {
        ...change,
        requestKey: toRequestKey(request),
        lines,
        isOutOfTurn: body.out_of_turn,
        isPart: body.part,
        carrier: isCollected ? '' : toCarrier(body),
        trackingNumber: isCollected ? '' : body.tracking,
        collectedBy: isCollected ? body.collected_by : '',
      })
      if (result.done) return toSuccess(formatDespatched(order, body, result.number))
      const reply = await refuse(order, change.seen, formatDespatchRefusal(result.refusal))
      const again = result.refusal.why === 'changed' ? pressAgain[isCollected ? 'collected' : 'sent'] : ''
      const fieldErrors =
        result.refusal.why === 'nothing'
          ? toNothingError(body, reply.message)
          : await listDespatchErrors(db, order, body, lines)
      return { ...reply, message: `${reply.message}${again}`, errors: sortErrors(fieldErrors, body) }
    },
    {
      authorize,
      form: (form, reply) => {
        const { seen, pick_list: pickList } = form.body
        return orders.answer(form, reply, { seen, typed: { despatch: form.body }, pickList })
      },
    },
  )

  handle(
    app,
    changeParcel,
    async ({ params: { reference, number }, body, request }): Promise<StaffReply> => {
      const change = await toChange(request, body.seen)
      const order = await orders.get(reference)
      const errors = validateCarriage(body, `parcel-${number}-`)
      if (Object.keys(errors).length > 0) return toErrors(errors)
      const { tracking: trackingNumber, email } = body
      const carriage = { carrier: toCarrier(body), trackingNumber, email }
      const result = await despatch.changeParcel(db, order.id, number, { ...change, ...carriage })
      if (result.done) return toSuccess(formatParcelChanged(order, number, result.isEmailed))
      if (result.why === 'not_found') throw new Problem(404)
      return refuse(order, change.seen, parcelChangedMessage)
    },
    {
      authorize,
      form: (form, reply) => {
        const parcel = { ...form.body, number: form.params.number }
        return orders.answer(form, reply, { seen: form.body.seen, typed: { parcel } })
      },
    },
  )

  handle(
    app,
    announceCollection,
    async ({ params: { reference }, body, request }): Promise<StaffReply> => {
      const change = await toChange(request, body.seen)
      const order = await orders.get(reference)
      const result = await despatch.announceCollection(db, order.id, change)
      if (!result.done) return refuse(order, change.seen, readyRefusalMessages[result.why])
      return toSuccess(`${order.contact.email} will get an email that the order is ready to collect.`)
    },
    {
      authorize,
      form: (form, reply) =>
        orders.answer(form, reply, { seen: form.body.seen, pickList: form.body.pick_list }),
    },
  )

  handle(
    app,
    holdOrder,
    async ({ params: { reference }, body: { seen, reason }, request }): Promise<StaffReply> => {
      const change = await toChange(request, seen)
      const order = await orders.get(reference)
      const errors = validateReason('hold-reason', reason)
      if (Object.keys(errors).length > 0) return toErrors(errors)
      const result = await holds.holdOrder(db, order.id, { ...change, reason })
      if (!result.done) return refuse(order, change.seen, holdRefusalMessages[result.why])
      return toSuccess(`Order ${reference} is held: nothing is sent until you release it.`)
    },
    {
      authorize: authorizeHold,
      form: (form, reply) =>
        orders.answer(form, reply, { seen: form.body.seen, typed: { hold: form.body.reason } }),
    },
  )

  handle(
    app,
    releaseOrder,
    async ({ params: { reference }, body: { seen, reason, lift }, request }): Promise<StaffReply> => {
      const change = await toChange(request, seen)
      const order = await orders.get(reference)
      const errors = validateReason('release-reason', reason)
      if (Object.keys(errors).length > 0) return toErrors(errors)
      const result = await holds.releaseOrder(db, order.id, { ...change, reason, lift })
      if (result.done) return toSuccess(formatReleased(reference, result.remaining))
      if (result.why === 'unclear') return toErrors({ 'release-lift': liftMessage })
      return refuse(order, change.seen, holdRefusalMessages[result.why])
    },
    {
      authorize: authorizeHold,
      form: (form, reply) =>
        orders.answer(form, reply, { seen: form.body.seen, typed: { release: form.body } }),
    },
  )
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
    return `The account’s stop no longer holds order ${reference}. Our own hold stays, so nothing is sent yet.`
  if (remaining.account)
    return `Our hold of order ${reference} has been lifted. Its account is on stop, so nothing is sent yet.`
  if (remaining.payment)
    return `Our hold of order ${reference} has been lifted. A part of it is still to be paid by card, so nothing is sent yet.`
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

const toErrors = (errors: StaffReply['errors']): StaffReply => ({ success: false, message: '', errors })
const toSuccess = (message: string): StaffReply => ({ success: true, message, errors: {} })
