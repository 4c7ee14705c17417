import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { toPageResult } from '../../../../infra/pages/render.ts'
import { Problem } from '../../../../lib/calls/problem.ts'
import { line } from '../../../../lib/calls/validate.ts'
import { emptyAddress } from '../../../../lib/contact/address.ts'
import { emailMaxLength } from '../../../../lib/contact/email.ts'
import { addAdminPage } from '../../../back-office/service.ts'
import { createStaffAction, invalid } from '../../../back-office/staff-action.server.ts'
import type { QuoteAdminDeps } from '../deps.server.ts'
import { getAdminQuote } from '../offer/pricing.server.ts'
import { findParts } from '../offer/read-form.server.ts'
import { findCustomer, findCustomers } from '../queries.ts'
import { copyQuoteCall, createQuoteForCustomer } from '../schemas.ts'
import { adminQuoteUrl } from '../view.ts'
import { type NewQuotePageProps, newQuotePage } from './NewQuotePage.tsx'
import {
  type NewQuoteForm,
  newAddress,
  newCustomer,
  newQuoteMessages,
  parseParties,
  type QuoteCustomer,
} from './new-quote.ts'
import { copyQuote, createQuote } from './prepare.server.ts'

const pageQuery = z.object({
  find: line(100).catch(''),
  customer: line(20).catch(''),
  /** Of a new customer. */
  email: line(emailMaxLength).catch(''),
})

/** Quotes that staff make: for a caller, and as a copy of another quote (R-QUOTE-11, R-QUOTE-12). */
export function prepareQuoteRoutes(app: FastifyInstance, deps: QuoteAdminDeps): void {
  const { context, search, countries } = deps
  const { db } = context

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

  const newQuote = createStaffAction(app, deps, {
    load: async () => ({ version: null }),
    toUrl: (_form, { url }) => String(url),
    render: async (_target, form: NewQuoteForm, { errors }) =>
      renderPage({ find: '', matches: null, form, customer: await getCustomer(form.customer), errors }),
  })

  newQuote(createQuoteForCustomer, {
    right: 'sales',
    reply: { url: null },
    typed: ({ body }) => body,
    run: async ({ body, staff, requestKey, now }) => {
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
      if ('errors' in parsed || Object.keys(errors).length > 0) return invalid(errors)
      const quote = { parties: parsed.parties, purchaseOrder: body.purchase_order, parts }
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
  const getCustomer = async (id: string): Promise<QuoteCustomer | null> => {
    if (id === newCustomer) return null
    const customer = /^[1-9]\d{0,8}$/.test(id) ? await findCustomer(db, Number(id)) : null
    if (!customer) throw new Problem(404)
    return customer
  }

  const renderPage = (props: Omit<NewQuotePageProps, 'countries'>) =>
    toPageResult(newQuotePage, { ...props, countries }, { title: 'New quote', errors: props.errors })
}

function emptyForm(customer: QuoteCustomer | null): NewQuoteForm {
  const [first] = customer?.addresses ?? []
  return {
    ...emptyAddress,
    request_key: randomUUID(),
    customer: '',
    email: '',
    deliver_to: first ? String(first.id) : newAddress,
    purchase_order: '',
    lines: '',
  }
}
