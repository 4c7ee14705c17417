import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Db, Tx } from '../../../infra/app-context.ts'
import { rollback } from '../../../infra/database/db.ts'
import { toPageResult } from '../../../infra/pages/render.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import { formatDate, toLondonTime } from '../../../lib/dates.ts'
import { formatPounds } from '../../../lib/money.ts'
import { toActor } from '../../accounts/actor.ts'
import { type AdminDeps, addAdminPage, type Rejection } from '../../back-office/service.ts'
import { createStaffAction, done, invalid, refuse } from '../../back-office/staff-action.server.ts'
import { findOrderById, getOrderVersion, lockOrder, updatePaymentHold } from '../../orders/service.ts'
import { isIn } from '../../orders/states.ts'
import { cancelEntry, enterHandPayment, findHandEntry, type HandEntry } from '../by-hand.server.ts'
import { handKindNames, handPaymentMessages as messages } from '../by-hand.ts'
import { cashUrl } from '../hand-payment-urls.ts'
import { cancelEnteredPayment } from '../schemas.ts'
import { type CancelEntryProps, cancelEntryPage } from './CancelEntryPage.tsx'

/** Payments that were entered wrongly are taken back, and entered as they were (R-CASH-2). */
export function cancelEntryRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const { db, config } = deps.context
  const params = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647).catch(0) })

  const load = async (source: Db | Tx, id: number) => {
    const payment = await findHandEntry(source, id)
    if (!payment) throw new Problem(404)
    const order = (await findOrderById(source, payment.orderId))!
    return { payment, order, version: await getOrderVersion(source, order.id) }
  }
  type Target = Awaited<ReturnType<typeof load>>

  const render = (
    { payment, version }: Target,
    typed: CancelEntryProps['typed'],
    { errors, notice }: Rejection,
  ) => {
    const { id, kind, amount, paymentReference, receivedOn, enteredBy } = payment
    const how = [handKindNames[kind], paymentReference].filter(text => text !== '').join(' ')
    return toPageResult(
      cancelEntryPage,
      {
        ...{ id, order: payment, amount, typed, version, requestKey: randomUUID(), errors, notice },
        entered: `${how}, received ${formatDate(receivedOn)}, entered by ${enteredBy}`,
      },
      { title: 'Entered wrongly', errors },
    )
  }

  const empty = { reason: '', kind: '', payment_reference: '', till: '' }
  addAdminPage(deps, `${cashUrl}/:id`, { right: 'accounts', params }, async ({ params: { id } }) =>
    render(await load(db, id), empty, { errors: {}, notice: null }),
  )

  const staffAction = createStaffAction(app, deps, {
    load: ({ id }: { id: number }) => load(db, id),
    lock: async (tx, { payment }: Target) => {
      await lockOrder(tx, payment.orderId)
      return load(tx, payment.id)
    },
    describeChanges: ({ payment }) => (payment.isPaid ? messages.changed : messages.cancelledMeanwhile),
    toUrl: () => cashUrl,
    render,
  })

  staffAction(cancelEnteredPayment, {
    right: 'accounts',
    typed: ({ body }) => body,
    validate: ({ body: { reason, kind, payment_reference: reference } }) => ({
      errors: {
        ...(reason === '' && { reason: messages.reason }),
        ...(kind === 'bank' && reference === '' && { payment_reference: messages.reference }),
      },
    }),
    change: async (tx, { body, staff, requestKey, now }, { payment, order }) => {
      const refusal = findRefusal(payment)
      if (refusal !== null) return refuse(refusal)
      const { kind, reason, payment_reference: reference, till } = body
      if (kind === '' && !isIn('isDespatchable', order.state)) return invalid({ kind: messages.hasLeft })
      await cancelEntry(tx, payment.id, { reason, staffId: staff.id, now })
      const { amount } = payment
      if (kind !== '') {
        const receivedOn = toLondonTime(now).date
        const entered = { kind, amount, reference, till, receivedOn, staffId: staff.id, requestKey, now }
        const notTaken = await enterHandPayment(tx, order, entered)
        if (notTaken !== null) return rollback(invalid({ kind: notTaken }))
      }
      const received = kind === '' ? null : amount
      const hold = { actor: toActor(staff.id), received, now, settings: config.delivery }
      const due = await updatePaymentHold(tx, order, hold)
      const sum = formatPounds(amount)
      const before = `${handKindNames[payment.kind]} ${sum}`
      const really = kind === '' ? 'not paid' : `${handKindNames[kind]} ${reference}`.trim()
      const detail = `${before} → ${really}; due ${formatPounds(order.amountDue)} → ${formatPounds(due)}: ${reason}`
      const rest =
        kind === ''
          ? `Order ${order.reference} waits for ${formatPounds(due)} again.`
          : `${sum} is entered again (${handKindNames[kind].toLowerCase()}).`
      const audit = { action: 'payment cancelled', subject: `order ${order.reference}`, detail }
      return done(`The entry of ${before.toLowerCase()} is cancelled. ${rest}`, audit)
    },
  })
}

function findRefusal({ isPaid, refunded }: HandEntry): string | null {
  if (!isPaid) return messages.cancelledMeanwhile
  return refunded > 0 ? messages.paidBack(refunded) : null
}
