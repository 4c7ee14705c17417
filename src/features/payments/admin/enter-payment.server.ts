import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { toPageResult } from '../../../infra/pages/render.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import { line } from '../../../lib/calls/validate.ts'
import { toLondonTime } from '../../../lib/dates.ts'
import { formatDecimal, formatPounds, pence, zero } from '../../../lib/money.ts'
import { toActor } from '../../accounts/actor.ts'
import { adminOrderUrl } from '../../back-office/navigation.ts'
import { type AdminDeps, addAdminPage, type Rejection } from '../../back-office/service.ts'
import { createStaffAction, done, invalid, refuse } from '../../back-office/staff-action.server.ts'
import {
  findOrderByReference,
  getOrderVersion,
  lockOrder,
  type Order,
  updatePaymentHold,
} from '../../orders/service.ts'
import { enterHandPayment, isPaymentEntered } from '../by-hand.server.ts'
import {
  type HandPaymentInput,
  handKindNames,
  handPaymentMessages,
  matchBankLine,
  parseBankLine,
  parseHandPayment,
  type WaitingPayment,
} from '../by-hand.ts'
import { enterPaymentUrl } from '../hand-payment-urls.ts'
import { enterOrderPayment } from '../schemas.ts'
import { type EnterPaymentProps, enterPaymentPage } from './EnterPaymentPage.tsx'
import { listPaymentOrders } from './queries.ts'

const maxReference = 60
const noPayment: HandPaymentInput = {
  kind: 'bank',
  amount: '',
  payment_reference: '',
  till: '',
  received_on: '',
}

const proFormas = 'pro-formas'

type Target = Order & { version: string }

/** What staff have taken for an order that waits for its payment (R-ENTRY-9, R-CASH-3). */
export function enterPaymentRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const { db, config, now } = deps.context
  const query = z.object({ line: line(300).catch(''), order: line(20).catch(''), from: line(20).catch('') })

  addAdminPage(
    deps,
    enterPaymentUrl,
    { right: ['sales', 'accounts'], query },
    async ({ query: { line: text, order: reference, from } }) => {
      if (text === '' && reference === '')
        return render(null, { section: from === 'cash' ? 'cash' : proFormas })
      const { amount, references: named } = parseBankLine(text)
      const bankLine = { amount, references: reference === '' ? named : [reference] }
      const match = matchBankLine(bankLine, await listPaymentOrders(db, bankLine))
      const due = match.order?.due ?? zero
      const typed: HandPaymentInput = {
        ...noPayment,
        amount: formatDecimal(pence(Math.min(due, amount ?? due))),
        payment_reference: text.slice(0, maxReference),
        received_on: toLondonTime(now()).date,
      }
      return render(match.order, { line: text, ...match, typed })
    },
  )

  const render = async (order: WaitingPayment | null, changes: Partial<EnterPaymentProps>) =>
    toPageResult(
      enterPaymentPage,
      {
        ...{ order, line: '', note: '', candidates: [], errors: {}, notice: null, section: proFormas },
        version: order ? await getOrderVersion(db, order.id) : '',
        requestKey: randomUUID(),
        typed: noPayment,
        ...changes,
      },
      { title: 'Enter a payment', errors: changes.errors ?? {} },
    )

  const staffAction = createStaffAction(app, deps, {
    load: async ({ reference }: { reference: string }) => {
      const order = await findOrderByReference(db, reference)
      if (order?.kind !== 'order') throw new Problem(404)
      return { ...order, version: await getOrderVersion(db, order.id) }
    },
    lock: async (tx, { id }: Target) => ({
      ...(await lockOrder(tx, id))!,
      version: await getOrderVersion(tx, id),
    }),
    describeChanges: () => handPaymentMessages.changed,
    toUrl: ({ params: { reference } }) => adminOrderUrl(reference),
    render: async (
      { id, reference }: Target,
      { bank_line: text, ...typed }: HandPaymentInput & { bank_line: string },
      rejection: Rejection,
    ) => {
      const orders = await listPaymentOrders(db, { references: [reference], amount: null })
      return render(orders.find(order => order.id === id)!, { line: text, typed, ...rejection })
    },
  })

  staffAction(enterOrderPayment, {
    right: ['sales', 'accounts'],
    typed: ({ body }) => body,
    findEarlier: async (tx, { requestKey }) =>
      (await isPaymentEntered(tx, requestKey)) ? done(handPaymentMessages.entered) : null,
    change: async (tx, { body, staff, requestKey, now: at }, order) => {
      if (order.amountDue === 0) return refuse(handPaymentMessages.nothingDue)
      const placedOn = order.placedAt && toLondonTime(order.placedAt).date
      const parsed = parseHandPayment(body, { ...order, placedOn, today: toLondonTime(at).date })
      if ('errors' in parsed) return invalid(parsed.errors)
      const { amount, receivedOn } = parsed
      const { kind, payment_reference: reference, till } = body
      const payment = { kind, amount, reference, till, receivedOn, staffId: staff.id, requestKey, now: at }
      const refusal = await enterHandPayment(tx, order, payment)
      if (refusal !== null) return invalid({ amount: refusal })
      const hold = { actor: toActor(staff.id), received: amount, now: at, settings: config.delivery }
      const due = await updatePaymentHold(tx, order, hold)
      const rest = due > 0 ? `${formatPounds(due)} is still to be paid.` : 'The order goes on.'
      return done(`${formatPounds(amount)} is entered (${handKindNames[kind].toLowerCase()}). ${rest}`, {
        action: 'payment entered',
        subject: `order ${order.reference}`,
        detail: `${handKindNames[kind]} ${formatPounds(amount)} ${reference}, received ${receivedOn}; due ${formatPounds(order.amountDue)} → ${formatPounds(due)}`,
      })
    },
  })
}
