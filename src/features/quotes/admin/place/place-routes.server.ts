import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { inTransaction } from '../../../../infra/database/db.ts'
import { toPageResult } from '../../../../infra/pages/render.ts'
import { formatPounds } from '../../../../lib/money.ts'
import { adminQuoteUrl } from '../../../back-office/navigation.ts'
import { addAdminPage, type Rejection } from '../../../back-office/service.ts'
import { changed, createStaffAction, refuse } from '../../../back-office/staff-action.server.ts'
import { endNames } from '../../../order-entry/entry.ts'
import { findPlaced, placeQuoted } from '../../../order-entry/service.ts'
import { lockOrder } from '../../../orders/service.ts'
import { toQuoteDocument } from '../../document.ts'
import { findOffer, getQuoteProgress } from '../../queries.ts'
import { findQuoteRefusal } from '../../quote.ts'
import { quoteParams } from '../../schemas.ts'
import type { QuoteAdminDeps } from '../deps.server.ts'
import type { StaffQuotes } from '../quote-page.server.ts'
import { quoteChangeMessages } from '../rules.ts'
import { placeQuoteCall } from '../schemas.ts'
import { type AdminQuote, getQuoteVersion } from '../view.ts'
import { placeQuotePage } from './PlaceQuotePage.tsx'
import { agreementNames, placeQuoteMessages, type TypedPlacing, validatePlacing } from './place-quote.ts'

/** 'Place for the customer' (R-QUOTE-16): a sent quote becomes an order without the customer's browser. */
export function placeQuoteRoutes(app: FastifyInstance, deps: QuoteAdminDeps, quotes: StaffQuotes): void {
  const { context, takesCards } = deps
  const { account, link, paid, proforma } = endNames
  const ends = { account, ...(takesCards && { link }), paid, proforma }
  const { load, describeChanges } = quotes.formPage

  const render = (quote: AdminQuote, form: TypedPlacing, rejection: Rejection) => {
    const { order, offer, details } = quote
    const { reference, contact } = order
    const props = {
      ...{ reference, form, ends, quoteUrl: adminQuoteUrl(reference), version: getQuoteVersion(quote) },
      customer: details.company?.name ?? contact.name,
      onStop: details.company?.onStop ?? false,
      total: offer ? formatPounds(toQuoteDocument(order, offer, null).total) : '',
    }
    const title = `Place quote ${reference}`
    return toPageResult(placeQuotePage, { ...props, ...rejection }, { title, errors: rejection.errors })
  }

  addAdminPage(
    deps,
    '/admin/quotes/:reference/place',
    { right: 'sales', params: quoteParams },
    async ({ params: { reference } }) => {
      const quote = await quotes.get(reference)
      const { order, offer } = quote
      // The quote's page says why it cannot be ordered.
      if (findQuoteRefusal(order, offer?.expiresAt ?? null, context.now()))
        return { to: adminQuoteUrl(reference) }
      const form: TypedPlacing = {
        ...{ request_key: randomUUID(), agreed_by: '', agreed: order.contact.name },
        ...{ purchase_order: order.purchaseOrder, payment_kind: '', payment_reference: '', till: '' },
        end: order.companyId === null ? 'proforma' : 'account',
      }
      return render(quote, form, { errors: {}, notice: null })
    },
  )

  const staffAction = createStaffAction(app, deps, {
    ...{ load, describeChanges, render },
    toUrl: ({ params: { reference } }: { params: { reference: string } }, { url }) =>
      url ? String(url) : adminQuoteUrl(reference),
  })

  staffAction(placeQuoteCall, {
    right: 'sales',
    reply: { url: null },
    typed: ({ body: { seen: _seen, ...typed } }) => typed,
    validate: ({ body }) => ({ errors: validatePlacing(body) }),
    run: ({ target: { order: quote }, body, staff, now }) =>
      inTransaction(context.db, async tx => {
        const order = (await lockOrder(tx, quote.id))!
        const earlier = await findPlaced(tx, body)
        if (earlier) return earlier
        const offer = await findOffer(tx, order.id)
        const progress = await getQuoteProgress(tx, order.id)
        const refusal = findQuoteRefusal(order, offer?.expiresAt ?? null, now)
        if (refusal !== null || !offer) return refuse(placeQuoteMessages[refusal ?? 'not_priced'])
        if (progress.version !== body.seen) return changed
        if (progress.isBeingOrdered) return refuse(quoteChangeMessages.being_ordered)
        const { deliveryCost: price, deliveryTitle, note, prices } = offer
        const delivery = { price, note: [deliveryTitle, note].filter(Boolean).join('. ') }
        const how = agreementNames[body.agreed_by as keyof typeof agreementNames]
        const source = body.agreed_by === 'phone' || body.agreed_by === 'counter' ? body.agreed_by : 'email'
        const placing = { ...body, source, agreed: `${how.toLowerCase()}: ${body.agreed}` } as const
        return placeQuoted(tx, deps, { order, prices, delivery }, placing, { staff, now })
      }),
  })
}
