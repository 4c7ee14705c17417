import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Tx } from '../../../infra/app-context.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import { handle } from '../../../infra/http/handle.ts'
import { toPageResult } from '../../../infra/pages/render.ts'
import { enforceLimit } from '../../../infra/rate-limit/attempts.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import { toActor } from '../../accounts/actor.ts'
import {
  addAuditEntry,
  createAccount,
  getPasswordError,
  hashPassword,
  insertAddressIfNew,
  isAccountVerified,
  type PageDeps,
} from '../../accounts/service.ts'
import type { Person } from '../../accounts/visitor.ts'
import { createQuotePath, isQuoteKey, lockOrder, type Order } from '../../orders/service.ts'
import { findLinkedQuote, loadRequestedQuote } from '../account/queries.ts'
import { toQuoteView } from '../account/view.ts'
import { orderQuoteUrl, quoteUrl } from '../links.ts'
import { loadCustomerThread, writeAboutQuote } from '../messages/messages.server.ts'
import { sendQuotePdf } from '../pdf.server.ts'
import { acceptLinkedQuote, linkQuery, quoteParams, writeByLink } from '../schemas.ts'
import { canAccept, getLinkAccess, hasLinkEnded, linkMessages } from './link-access.ts'
import { quoteLinkPage } from './QuoteLinkPage.tsx'

const triesPerHour = 20

/** A quote that staff made for a customer without an account, behind the link of its e-mail (R-QUOTE-12). */
export function quoteLinkRoutes(app: FastifyInstance, { context, visitors, pages }: PageDeps): void {
  const { config, db, now } = context

  pages.get(
    '/quote/:reference',
    { params: quoteParams, query: linkQuery },
    async ({ params: { reference }, query: { key }, request }) => {
      const { order } = await getLinkedQuote(reference, key)
      // The account shows it, after the login.
      return order.personId === null ? renderQuote(request, reference, key) : { to: quoteUrl(reference) }
    },
  )

  app.get(
    '/quote/:reference/quote.pdf',
    { schema: { params: quoteParams, querystring: linkQuery } },
    async (request, reply) => {
      const { reference } = request.params as z.output<typeof quoteParams>
      const { key } = request.query as z.output<typeof linkQuery>
      const quote = await getLinkedQuote(reference, key)
      if (quote.order.personId !== null) throw new Problem(404)
      const { person } = await visitors.get(request)
      return sendQuotePdf(context, quote, { request, reply, person })
    },
  )

  handle(
    app,
    acceptLinkedQuote,
    async ({ params: { reference }, query: { key }, body: { password }, request }) => {
      const { order, state } = await getLinkedQuote(reference, key)
      await enforceLimit(db, `quote-link:${reference}`, triesPerHour, 3600, now(), linkMessages.tooMany)
      const refuse = (message: string, errors: Record<string, string> = {}) => ({
        success: false,
        message,
        errors,
        next_url: null,
      })
      const { person } = await visitors.get(request)
      const access = await getAccess(order, person)
      if (state !== 'quote_approved' || !canAccept(access)) return refuse(linkMessages.changed)
      const isNew = access === 'open_account'
      const words = [config.shopName, order.contact.name, order.delivery.company]
      const error = isNew ? getPasswordError(password, { email: order.contact.email, words }) : null
      if (error) return refuse('', { password: error })
      if (access !== 'order') {
        const owner = isNew ? { passwordHash: await hashPassword(password) } : { personId: person!.id }
        const isClaimed = await inTransaction(db, tx => claimQuote(tx, order.id, owner, now()))
        if (!isClaimed) return refuse(linkMessages.changed)
      }
      const checkout = orderQuoteUrl(order.id)
      const next_url = isNew ? `/login?${new URLSearchParams({ redirectTo: checkout })}` : checkout
      return { success: true, message: isNew ? linkMessages.ready : '', errors: {}, next_url }
    },
    {
      form: async (
        { params: { reference }, query: { key }, request, reply },
        { success, message, errors, next_url },
      ) => {
        if (success) {
          const flash = message === '' ? null : ({ kind: 'success', text: message } as const)
          return pages.redirect(reply, { to: next_url!, ...(flash && { flash }) })
        }
        if (Object.keys(errors).length > 0)
          return pages.send(request, reply, await renderQuote(request, reference, key, errors))
        const flash = { kind: 'info', text: message } as const
        return pages.redirect(reply, { to: createQuotePath(config.sessionSecret, reference), flash })
      },
    },
  )

  handle(
    app,
    writeByLink,
    async ({ params: { reference }, query: { key }, body, request }) => {
      const quote = await getLinkedQuote(reference, key)
      if (quote.order.personId !== null)
        return { success: false, message: linkMessages.inAccount, errors: {} }
      return writeAboutQuote(context, quote, null, { body, request })
    },
    {
      form: async (
        { params: { reference }, query: { key }, body, request, reply },
        { success, message, errors },
      ) => {
        const to = createQuotePath(config.sessionSecret, reference)
        if (message !== '') {
          const kind = success ? 'success' : 'info'
          return pages.redirect(reply, { to, flash: { kind, text: message } })
        }
        return pages.send(request, reply, await renderQuote(request, reference, key, errors, body.text))
      },
    },
  )

  const getAccess = async (order: Order, person: Person | null) => {
    const isVerified = await isAccountVerified(db, order.contact.email)
    return getLinkAccess(order, person, isVerified === null ? null : { isVerified })
  }

  const getLinkedQuote = async (reference: string, key: string) => {
    const requested = isQuoteKey(config, reference, key) ? await findLinkedQuote(db, reference) : null
    const quote = await loadRequestedQuote(db, requested, now())
    if (!quote.offer || hasLinkEnded(quote.offer, now())) throw new Problem(404)
    return quote
  }

  const renderQuote = async (
    request: FastifyRequest,
    reference: string,
    key: string,
    errors: Record<string, string> = {},
    typed = '',
  ) => {
    const { requested, order, offer, state } = await getLinkedQuote(reference, key)
    const { person } = await visitors.get(request)
    const access = await getAccess(order, person)
    const suffix = `?key=${encodeURIComponent(key)}`
    const view = toQuoteView(order, offer, requested, now())
    const props = {
      quote: {
        ...view,
        pdfUrl: view.pdfUrl && `/quote/${reference}/quote.pdf${suffix}`,
        askAgainUrl: null,
        orderedUrl: null,
      },
      access: state === 'quote_approved' ? access : null,
      email: order.contact.email,
      acceptUrl: `/quote/${reference}/accept${suffix}`,
      loginUrl: `/login?${new URLSearchParams({ redirectTo: `/quote/${reference}${suffix}` })}`,
      thread: await loadCustomerThread(context, order, state, `/quote/${reference}/messages${suffix}`, {
        typed,
        error: errors['message-text'] ?? null,
      }),
      errors,
    }
    return toPageResult(quoteLinkPage, props, { title: `Quote ${reference}`, noindex: true, errors })
  }
}

/** Whose the quote becomes: an existing account's, or that of a new one with this password. */
type QuoteOwner = { personId: number } | { passwordHash: string }

/** Puts a quote without an owner into an account. False: it has an owner, or its address has an account meanwhile. */
async function claimQuote(tx: Tx, orderId: number, owner: QuoteOwner, now: Date): Promise<boolean> {
  const order = (await lockOrder(tx, orderId))!
  if (order.personId !== null) return 'personId' in owner && order.personId === owner.personId
  const personId =
    'personId' in owner ? owner.personId : await createCustomer(tx, order, owner.passwordHash, now)
  if (personId === null) return false
  await sql`update orders set person_id = ${personId} where id = ${orderId}`.execute(tx)
  const subject = `order ${order.reference}`
  await addAuditEntry(tx, { actor: toActor(personId), action: 'quote put into account', subject, now })
  return true
}

async function createCustomer(tx: Tx, order: Order, passwordHash: string, now: Date): Promise<number | null> {
  const personId = await createAccount(tx, { ...order.contact, passwordHash }, now)
  if (personId !== null)
    await insertAddressIfNew(tx, { id: personId, company: null }, order.delivery, { billing: true })
  return personId
}
