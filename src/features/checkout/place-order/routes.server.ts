import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inTransaction } from '../../../infra/database/db.ts'
import { handle } from '../../../infra/http/handle.ts'
import { enforceLimit } from '../../../infra/rate-limit/attempts.ts'
import { toClientNetwork } from '../../../infra/rate-limit/client-network.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import { notOpenMessage } from '../../../lib/not-open.ts'
import { fillInContact, type Sentence } from '../../../lib/shop-contact.ts'
import { countAccountAnswer } from '../../accounts/service.ts'
import type { Visitor } from '../../accounts/visitor.ts'
import { findLatestOrder, lockOrder, type Order } from '../../orders/service.ts'
import { isBought } from '../../orders/states.ts'
import { registrationMessages } from '../../payments/attempts/attempt.ts'
import { openPayment } from '../../payments/service.ts'
import { isFinalSend } from '../draft/apply-save.ts'
import { applyToStoredDraft, changesDraft, saveToDraft } from '../draft/save-draft.server.ts'
import { checkoutMessages, orderMessages } from '../messages.ts'
import { findOrderMadeFrom, hasLaterDraft } from '../queries.ts'
import { completeCheckout, type SaveBody, type SaveReply, saveCheckout, sendForApproval } from '../schemas.ts'
import { type CheckoutDeps, findUnpaidOrder, takesOrders } from '../service.ts'
import { type CheckoutSource, loadSource } from '../source.server.ts'
import { createOrder, type FinalSend } from './create-order.server.ts'
import type { RejectedOrder } from './decide-order.ts'
import { type CompletionCall, checkCompletion, placeSavedOrder } from './place-saved-order.server.ts'

export function placeOrderRoutes(app: FastifyInstance, deps: CheckoutDeps): void {
  const { context, visitors, payments } = deps
  const { db, config } = context
  const emptyReply: SaveReply = {
    error: false,
    error_details: [],
    errors: {},
    next_url: null,
    payment_test_mode: payments?.provider.isTest ?? false,
    reference: null,
  }

  const cardFormOpen = orderMessages.cardFormOpen
  const formOpenReply = { ...emptyReply, error: cardFormOpen, errors: { card_form: cardFormOpen } }

  handle(app, saveCheckout, async ({ body, request, reply }) => {
    if (!takesOrders(config)) return { ...emptyReply, error: notOpenMessage }
    if (body.signed_in && !(await visitors.get(request)).person) {
      throw new Problem(401, checkoutMessages.signedOut)
    }
    // Each contact may cost a password hash, and tells whether an e-mail address has an account.
    if (body.contact) await limitSends('contact', request, config.limits.contactsPerMinute)
    const sessionHash = await visitors.ensureGuestSession(request, reply)
    const visitor = await visitors.get(request)
    const existing = await findOwnOrderOf(visitor, body)
    if (existing) return { ...emptyReply, ...toPlacedReply(existing) }
    const source = await loadSource(db, visitor, body, context.now())
    const send = await applyToStoredDraft(deps, visitor, sessionHash, source, body)
    if (!isFinalSend(body) && (await hasOpenCardForm(source, sessionHash)) && (await changesDraft(send)))
      return formOpenReply
    const saved = await saveToDraft(deps, request, visitor, sessionHash, source, body, send)
    const { error, errors, draft, guestPasswordHash } = saved
    if (error !== null) return { ...emptyReply, error, errors }
    if (!saved.isFinal) return emptyReply
    await limitSends('save', request, config.limits.savesPerMinute)
    const clientNetwork = toClientNetwork(request.ip)
    const displayed = {
      displayedTotal: body.shown_total ?? null,
      displayedOffer: body.displayed_offer || null,
    }
    const final = { visitor, sessionHash, source, draft, guestPasswordHash, clientNetwork, ...displayed }
    return sendFinal(final, request)
  })

  // The order is being paid as it is: its stages change only after the payment was cancelled (R-CHECKOUT-17).
  const hasOpenCardForm = async (source: CheckoutSource, sessionHash: Buffer): Promise<boolean> =>
    (await findUnpaidOrder(deps, source, sessionHash))?.isFormOpen ?? false

  const sendFinal = async (send: FinalSend, request: FastifyRequest): Promise<SaveReply> => {
    const result = await createOrder(deps, send)
    if (!result.ok) {
      if (result.errors.email)
        await countAccountAnswer(context, request, send.sessionHash, send.draft.contact.email)
      return { ...emptyReply, ...toRefusal(result), error_details: result.items }
    }
    const { order, payment } = result
    const { reference } = order
    if (isBought(order.state)) return { ...emptyReply, ...toPlacedReply(order) }
    if (!payment || !payments) return { ...emptyReply, reference }
    const opened = await openPayment(payments, order, payment, request.ip)
    if (!opened.ok) {
      const error = fillInContact(registrationMessages[opened.reason], config.contact)
      return { ...emptyReply, reference, error }
    }
    return { ...emptyReply, reference, next_url: opened.paymentPageUrl }
  }

  const toRefusal = ({ reason, errors }: RejectedOrder) => ({
    error: fillInContact(reason, config.contact),
    errors: Object.fromEntries(
      Object.entries(errors).map(([field, text]) => [field, fillInContact(text, config.contact)]),
    ),
  })

  const limitSends = (kind: 'contact' | 'save', request: FastifyRequest, perMinute: number) => {
    const key = `${kind}:${toClientNetwork(request.ip)}`
    return enforceLimit(db, key, perMinute, 60, context.now(), orderMessages.tooManySaves)
  }

  // A loaded order that this customer has ordered cannot be loaded again: a repeated send is answered with their order.
  const findOwnOrderOf = async ({ person }: Visitor, body: SaveBody) => {
    const id = Number(body.quote_id || body.approval_id)
    if (!person || !Number.isSafeInteger(id) || id <= 0) return null
    return findOrderMadeFrom(db, id, person.id)
  }

  handle(app, completeCheckout, ({ request }) => complete(request, 'complete'))
  handle(app, sendForApproval, ({ request }) => complete(request, 'send_approval'))

  const complete = async (request: FastifyRequest, call: CompletionCall) => {
    const visitor = await visitors.get(request)
    const { sessionHash, person } = visitor
    const refuse = (error: Sentence) => ({ error: fillInContact(error, config.contact), next_url: null })
    const latest = sessionHash ? await findLatestOrder(db, sessionHash) : null
    if (!sessionHash || !latest) return refuse(orderMessages.nothingToComplete)
    return inTransaction(db, async tx => {
      const order = await lockOrder(tx, latest.id)
      if (!order) return refuse(orderMessages.nothingToComplete)
      const decision = await checkCompletion(tx, order, person, { call, now: context.now() })
      if (!decision.ok) return refuse(orderMessages[decision.reason])
      // A final send that was refused must not be answered with the order before it.
      if (decision.isCompleted && (await hasLaterDraft(tx, sessionHash, order.id))) {
        return refuse(orderMessages.nothingToComplete)
      }
      if (!decision.isCompleted) {
        const placed = await placeSavedOrder(tx, deps, order, visitor, call)
        if (!placed.ok) return refuse(placed.reason)
      }
      return { error: false as const, next_url: toConfirmationUrl(order.reference) }
    })
  }
}

const toPlacedReply = ({ reference }: Pick<Order, 'reference'>) => ({
  reference,
  next_url: toConfirmationUrl(reference),
})

const toConfirmationUrl = (reference: string): string => `/order/${reference}/confirmation`
