import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { handle } from '../../../../infra/http/handle.ts'
import { toRequestKey } from '../../../../infra/http/request-key.ts'
import { type PageResult, toPageResult } from '../../../../infra/pages/render.ts'
import type { BodyOf } from '../../../../lib/calls/call.ts'
import { Problem } from '../../../../lib/calls/problem.ts'
import { line } from '../../../../lib/calls/validate.ts'
import { emptyAddress } from '../../../../lib/contact/address.ts'
import { emailMaxLength } from '../../../../lib/contact/email.ts'
import type { Person } from '../../../accounts/visitor.ts'
import { addAdminPage, requireStaff } from '../../../back-office/service.ts'
import type { QuoteAdminDeps } from '../deps.server.ts'
import { findParts } from '../offer/find-parts.server.ts'
import { findAdminQuote } from '../offer/pricing.server.ts'
import { copyQuoteCall, createQuoteForCustomer } from '../schemas.ts'
import { adminQuoteUrl } from '../view.ts'
import { findCustomer, findCustomers } from './customers.server.ts'
import { newQuotePage } from './NewQuotePage.tsx'
import {
  type NewQuoteForm,
  newAddress,
  newCustomer,
  newQuoteMessages,
  parseParties,
  type QuoteCustomer,
} from './new-quote.ts'
import { copyQuote, createQuote, type PreparedResult } from './prepare.server.ts'

const pageQuery = z.object({
  find: line(100).catch(''),
  customer: line(20).catch(''),
  /** Of a new customer. */
  email: line(emailMaxLength).catch(''),
})

type Prepared = { success: boolean; message: string; errors: Record<string, string>; url: string | null }
type NewQuoteBody = BodyOf<typeof createQuoteForCustomer>

/** Quotes that staff make: for a caller, and as a copy of another quote (R-QUOTE-11, R-QUOTE-12). */
export function prepareQuoteRoutes(app: FastifyInstance, deps: QuoteAdminDeps): void {
  const { context, visitors, pages, search, countries } = deps
  const { db } = context
  const authorize = (request: FastifyRequest): Promise<Person> => requireStaff(visitors, request, 'sales')

  addAdminPage(
    deps,
    '/admin/quotes/new',
    { right: 'sales', query: pageQuery },
    async ({ query: { find, customer, email } }) => {
      if (customer === '') {
        const matches = find === '' ? null : await findCustomers(db, find)
        return renderPage({ find, matches, form: null, customer: null, errors: {} })
      }
      const caller = await getCustomer(customer)
      const form = { ...emptyForm(caller), customer, email }
      return renderPage({ find: '', matches: null, form, customer: caller, errors: {} })
    },
  )

  handle(
    app,
    createQuoteForCustomer,
    async ({ body, request }): Promise<Prepared> => {
      const staff = await authorize(request)
      const customer = await getCustomer(body.customer)
      const parsed = parseParties(body, customer, countries)
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
      if ('errors' in parsed || Object.keys(errors).length > 0)
        return { success: false, message: '', errors, url: null }
      const quote = { parties: parsed.parties, purchaseOrder: body.purchase_order, parts }
      const action = { staff, requestKey: toRequestKey(request), now: context.now() }
      return toReply(await createQuote(db, quote, action))
    },
    {
      authorize,
      form: async ({ body, request, reply }, result) => {
        if (result.url !== null) return redirect(reply, result.url, result.message)
        const customer = await getCustomer(body.customer)
        return pages.send(
          request,
          reply,
          renderPage({ find: '', matches: null, form: body, customer, errors: result.errors }),
        )
      },
    },
  )

  handle(
    app,
    copyQuoteCall,
    async ({ params: { reference }, body, request }): Promise<Prepared> => {
      const staff = await authorize(request)
      const original = await findAdminQuote(db, reference)
      if (!original) throw new Problem(404)
      const action = { staff, requestKey: toRequestKey(request), now: context.now() }
      const result = await copyQuote(db, original, body.prices, action)
      return result.done
        ? toReply(result)
        : { success: false, message: result.message, errors: {}, url: null }
    },
    {
      authorize,
      form: ({ params: { reference }, reply }, { success, message, url }) =>
        success
          ? redirect(reply, url!, message)
          : pages.redirect(reply, { to: adminQuoteUrl(reference), flash: { kind: 'danger', text: message } }),
    },
  )

  /** Null: a new one. */
  const getCustomer = async (id: string): Promise<QuoteCustomer | null> => {
    if (id === newCustomer) return null
    const customer = /^[1-9]\d{0,8}$/.test(id) ? await findCustomer(db, Number(id)) : null
    if (!customer) throw new Problem(404)
    return customer
  }

  const redirect = (reply: FastifyReply, to: string, text: string) =>
    pages.redirect(reply, { to, flash: { kind: 'success', text } })

  const renderPage = (props: {
    find: string
    matches: Awaited<ReturnType<typeof findCustomers>> | null
    form: NewQuoteForm | NewQuoteBody | null
    customer: QuoteCustomer | null
    errors: Record<string, string>
  }): PageResult => {
    const hasErrors = Object.keys(props.errors).length > 0
    const requestKey = props.form && 'request_key' in props.form ? props.form.request_key : randomUUID()
    return toPageResult(
      newQuotePage,
      { ...props, countries, requestKey },
      { title: `${hasErrors ? 'Error: ' : ''}New quote`, noindex: true, ...(hasErrors && { status: 422 }) },
    )
  }
}

function toReply(result: PreparedResult): Prepared {
  if (!result.done)
    return { success: false, message: '', errors: { [result.field]: result.message }, url: null }
  const { reference, leftOut } = result
  const what = `Quote ${reference} was made. Check the prices, then send it.`
  const without = leftOut.length > 0 ? ` No longer sold and left out: ${leftOut.join(', ')}.` : ''
  return { success: true, message: what + without, errors: {}, url: adminQuoteUrl(reference) }
}

function emptyForm(customer: QuoteCustomer | null): NewQuoteForm {
  const [first] = customer?.addresses ?? []
  return {
    ...emptyAddress,
    customer: '',
    email: '',
    deliver_to: first ? String(first.id) : newAddress,
    purchase_order: '',
    lines: '',
  }
}
