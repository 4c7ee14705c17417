import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Db } from '../../../infra/app-context.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import { findRow } from '../../../infra/database/query.ts'
import type { CallOptions } from '../../../infra/http/handle.ts'
import { type PageResult, toPageResult } from '../../../infra/pages/render.ts'
import { enforceLimit } from '../../../infra/rate-limit/attempts.ts'
import { toClientNetwork } from '../../../infra/rate-limit/client-network.ts'
import { hashToken } from '../../../infra/token.ts'
import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import { line } from '../../../lib/calls/validate.ts'
import { normaliseEmail } from '../../../lib/contact/normalise-email.ts'
import { parseQuantity } from '../../../lib/quantity.ts'
import { handleForm, type PageDeps } from '../../accounts/service.ts'
import type { Person } from '../../accounts/visitor.ts'
import { getSaleState } from '../../catalogue/listing.ts'
import { selectPrice } from '../../prices/service.ts'
import { requestProductQuote } from '../schemas.ts'
import { type QuoteRequest, quoteRequestEmail } from './QuoteRequestEmail.tsx'
import { quoteRequestPage } from './QuoteRequestPage.tsx'
import {
  notQuotableMessages,
  type QuoteRequestForm,
  quoteRequestMessages,
  validateQuoteRequest,
} from './request.ts'

const hourSeconds = 3600
const pageQuery = z.object({
  product: z.string().max(100).catch(''),
  quantity: line(1000).catch('').default('1'),
})

/** Asking for the price of a product (R-QUOTE-2): an e-mail to the shop, which staff answer by e-mail. */
export function quoteRequestRoutes(app: FastifyInstance, { context, visitors, pages }: PageDeps): void {
  const { db, config, now } = context

  const findProduct = async (code: string, person: Person | null): Promise<RequestedProduct> => {
    const product = await findRequestedProduct(db, code, person?.company?.id ?? null)
    if (!product || config.contact.email === null) throw new Problem(404)
    return product
  }

  pages.get('/quotes/request', { query: pageQuery }, async ({ query, request }) => {
    const { person } = await visitors.get(request)
    const product = await findProduct(query.product, person)
    if (getSaleState(product) !== 'price_on_request') return { to: `/${product.path}` }
    const { name = '', email = '', telephone = '' } = person ?? {}
    return renderForm(product, { quantity: query.quantity, name, email, telephone, note: '' }, {})
  })

  const answerRequest: CallOptions<typeof requestProductQuote>['form'] = (
    { reply },
    { success, message, next_url: to },
  ) => pages.redirect(reply, { to, flash: { kind: success ? 'success' : 'info', text: message } })

  handleForm({ app, pages }, requestProductQuote, answerRequest, async ({ body, request, reject }) => {
    const { person } = await visitors.get(request)
    const product = await findProduct(body.product, person)
    const next_url = `/${product.path}`
    const saleState = getSaleState(product)
    if (saleState !== 'price_on_request')
      return { success: false, message: notQuotableMessages[saleState](product.code), next_url }
    const errors = validateQuoteRequest(body)
    if (Object.keys(errors).length > 0)
      return { ...(await reject(errors, () => renderForm(product, body, errors))), message: '' }
    const { quoteRequestsPerHour } = config.limits
    const key = `quote-request:${toClientNetwork(request.ip)}`
    await enforceLimit(db, key, quoteRequestsPerHour, hourSeconds, now(), quoteRequestMessages.tooMany)
    const quoteRequest = toQuoteRequest(product, body, person)
    const requestKey = toRequestKey(quoteRequest, now())
    await inTransaction(db, tx =>
      quoteRequestEmail.enqueue(tx, config.contact.email!, quoteRequest, requestKey),
    )
    const message = quoteRequestMessages.sent(quoteRequest.quantity, quoteRequest.code, quoteRequest.email)
    return { success: true, message, next_url }
  })
}

function renderForm(
  { code, title, brand, path }: RequestedProduct,
  form: QuoteRequestForm,
  errors: FieldErrors,
): PageResult {
  const props = { product: { code, title, brand, url: `/${path}` }, form, errors }
  return toPageResult(quoteRequestPage, props, { title: `Ask for a quote: ${code}`, noindex: true })
}

function toQuoteRequest(
  product: RequestedProduct,
  form: QuoteRequestForm,
  person: Person | null,
): QuoteRequest {
  const { code, title, path } = product
  const company = person?.company
  return {
    code,
    title,
    url: `/${path}`,
    quantity: parseQuantity(form.quantity)!,
    name: form.name,
    email: normaliseEmail(form.email),
    telephone: form.telephone,
    note: form.note,
    account: person && {
      email: person.email,
      company: company ? `${company.name} (${company.accountNumber})` : '',
    },
  }
}

/** The same request on the same day is the same e-mail. */
const toRequestKey = (request: QuoteRequest, now: Date): string =>
  hashToken(`${now.toISOString().slice(0, 10)} ${JSON.stringify(request)}`).toString('base64url')

interface RequestedProduct {
  code: string
  path: string
  title: string
  brand: string
  image: string | null
  forSale: boolean
  /** Pence ex VAT, of the company where it has a price of its own; null: on request. */
  price: number | null
}

const findRequestedProduct = (db: Db, code: string, companyId: number | null) =>
  findRow(db)<RequestedProduct>`
    select p.code, p.path, p.title, b.name as brand, p.image, p.for_sale as "forSale",
      ${selectPrice('p', companyId)} as price
    from product p join brand b on b.id = p.brand_id
    where p.code = ${code}`
