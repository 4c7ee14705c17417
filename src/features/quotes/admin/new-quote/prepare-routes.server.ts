import type { FastifyInstance } from 'fastify'
import { Problem } from '../../../../lib/calls/problem.ts'
import { addAdminPage } from '../../../back-office/service.ts'
import { createStaffAction, invalid } from '../../../back-office/staff-action.server.ts'
import { type Caller, newCustomer, parseParties } from '../../../order-entry/caller.ts'
import { findCaller } from '../../../order-entry/service.ts'
import type { QuoteAdminDeps } from '../deps.server.ts'
import { getAdminQuote } from '../offer/pricing.server.ts'
import { findParts } from '../offer/read-form.server.ts'
import { copyQuoteCall, createQuoteForCustomer } from '../schemas.ts'
import { adminQuoteUrl } from '../view.ts'
import { newQuoteMessages } from './new-quote.ts'
import { addUpParts, copyQuote, createQuote } from './prepare.server.ts'

/** The form for an order, with a quote as what it ends in. */
export const newQuoteUrl = '/admin/orders/new?end=quote'

/** Quotes that staff make: for a caller, and as a copy of another quote (R-QUOTE-11, R-QUOTE-12). */
export function prepareQuoteRoutes(app: FastifyInstance, deps: QuoteAdminDeps): void {
  const { context, search, countries } = deps
  const { db } = context

  // The form for orders makes quotes too (R-ENTRY-1).
  addAdminPage(deps, '/admin/quotes/new', { right: 'sales' }, async () => ({ to: newQuoteUrl }))

  const newQuote = createStaffAction(app, deps, {
    load: async () => ({ version: null }),
    toUrl: (_form, { url }) => (url ? String(url) : newQuoteUrl),
  })

  newQuote(createQuoteForCustomer, {
    right: 'sales',
    reply: { url: null },
    run: async ({ body, staff, requestKey, now }) => {
      const customer = await getCustomer(body.customer)
      const parsed = parseParties(body, customer, { countries, needsEmail: true, isCollected: false })
      const owner = `account:${staff.id}`
      const companyId = customer?.companyId ?? null
      const { parts, problems } =
        body.lines === ''
          ? { parts: [], problems: [newQuoteMessages.noLines] }
          : await findParts({ db, search, threads: context.threads, owner, companyId }, { text: body.lines })
      const errors = {
        ...('errors' in parsed ? parsed.errors : {}),
        ...(problems.length > 0 && { lines: problems.join(' ') }),
      }
      if ('errors' in parsed || Object.keys(errors).length > 0) return invalid(errors)
      const quote = { parties: parsed.parties, purchaseOrder: body.purchase_order, parts: addUpParts(parts) }
      return createQuote(db, quote, { staff, requestKey, now })
    },
  })

  const copyButton = createStaffAction(app, deps, {
    load: async ({ reference }: { reference: string }) => ({
      original: await getAdminQuote(db, reference),
      version: null,
    }),
    toUrl: ({ params: { reference } }, { url }) => (url ? String(url) : adminQuoteUrl(reference)),
  })

  copyButton(copyQuoteCall, {
    right: 'sales',
    reply: { url: null },
    run: ({ target: { original }, body: { prices }, staff, requestKey, now }) =>
      copyQuote(db, original, prices, { staff, requestKey, now }),
  })

  /** Null: a new one. */
  const getCustomer = async (id: string): Promise<Caller | null> => {
    if (id === newCustomer) return null
    const customer = /^[1-9]\d{0,8}$/.test(id) ? await findCaller(db, Number(id)) : null
    if (!customer) throw new Problem(404)
    return customer
  }
}
