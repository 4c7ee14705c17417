import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { handle } from '../../../infra/http/handle.ts'
import { toRequestKey } from '../../../infra/http/request-key.ts'
import type { BodyOf } from '../../../lib/calls/call.ts'
import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import { toLondonTime } from '../../../lib/dates.ts'
import { formatPounds } from '../../../lib/money.ts'
import type { StaffReply } from '../../back-office/schemas.ts'
import { type AdminDeps, addAdminPage, answerStaffForm, requireStaff } from '../../back-office/service.ts'
import {
  accountsUrl,
  type LedgerCompany,
  type LedgerSource,
  type SourceKind,
  toAccountUrl,
} from '../ledger.ts'
import {
  type PaymentInput,
  parseAllocations,
  parseCreditLimit,
  parsePayment,
  validateReason,
} from '../payment-form.ts'
import { findLedgerCompany, findSource, getLedgerVersion, listChangesSince } from '../queries.ts'
import {
  cancelPayment,
  changeCreditAllocation,
  changePaymentAllocation,
  enterPayment,
  setCreditLimit,
} from '../schemas.ts'
import {
  type AccountFormState,
  renderAccount,
  renderSource,
  type SourceFormState,
} from './account-page.server.ts'
import * as writes from './ledger-writes.server.ts'
import { formatChanges, formatSourceName } from './view.ts'

type AllocationBody = BodyOf<typeof changePaymentAllocation>

const refuse = (message: string, errors: FieldErrors = {}): StaffReply => ({
  success: false,
  message,
  errors,
})
const accept = (message: string): StaffReply => ({ success: true, message, errors: {} })

/** The account of a company, its payments and credit notes (R-LEDGER-2 to 5). */
export function accountRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const { context, visitors, pages } = deps
  const { db } = context
  const authorize = (request: FastifyRequest) => requireStaff(visitors, request, 'accounts')
  const params = z.object({ account: z.string().max(60) })
  const sourceParams = params.extend({ id: z.coerce.number().int().min(1).max(999_999_999).catch(0) })
  const pageNumber = z.coerce.number().int().min(1).max(100_000).catch(1)
  const accountQuery = z.object({ page: pageNumber, invoices: pageNumber })

  addAdminPage(
    deps,
    `${accountsUrl}/:account`,
    { right: 'accounts', params, query: accountQuery },
    async ({ params: { account }, query: { page, invoices } }) =>
      renderAccount(context, await getCompany(account), { ...newForms(), page, invoicePage: invoices }),
  )
  for (const [kind, path] of sourcePaths) {
    addAdminPage(
      deps,
      `${accountsUrl}/:account/${path}/:id`,
      { right: 'accounts', params: sourceParams, query: z.object({ page: pageNumber }) },
      async ({ params: { account, id }, query: { page } }) => {
        const company = await getCompany(account)
        return renderSource(context, company, await getSource(company, kind, id), { page })
      },
    )
  }

  handle(
    app,
    enterPayment,
    async ({ params: { account }, body, request }) => {
      const parsed = parsePayment(toPaymentInput(body), toLondonTime(context.now()).date)
      const action = await toAction(request, account, body.seen)
      if ('errors' in parsed) return refuse('', parsed.errors)
      const payment = { ...parsed.payment, requestKey: toRequestKey(request) }
      const result = await writes.enterPayment(db, payment, action)
      return answer(result, action, `${formatPounds(payment.amount)} from ${action.company.name} entered.`)
    },
    {
      authorize,
      form: ({ params: { account }, body, request, reply }, result) =>
        answerAccountForm({ account, seen: body.seen, request, reply }, result, {
          payment: { ...toPaymentInput(body), request: body.request },
        }),
    },
  )

  handle(
    app,
    setCreditLimit,
    async ({ params: { account }, body, request }) => {
      const parsed = parseCreditLimit(body.credit_limit)
      const action = await toAction(request, account, body.seen)
      if ('errors' in parsed) return refuse('', parsed.errors)
      const result = await writes.setCreditLimit(db, parsed.limit, action)
      return answer(result, action, `Credit limit of ${action.company.name} saved.`)
    },
    {
      authorize,
      form: ({ params: { account }, body, request, reply }, result) =>
        answerAccountForm({ account, seen: body.seen, request, reply }, result, {
          limit: body.credit_limit,
        }),
    },
  )

  const allocate = async (
    kind: SourceKind,
    { account, id }: { account: string; id: number },
    body: AllocationBody,
    request: FastifyRequest,
  ): Promise<StaffReply> => {
    const action = await toAction(request, account, body.seen)
    const source = await getSource(action.company, kind, id)
    const parsed = parseAllocations(body.oldest ? [] : body.allocations)
    if ('errors' in parsed) return refuse('', parsed.errors)
    const formIds = body.partial ? body.allocations.map(allocation => allocation.id) : null
    const change = body.oldest ? ('oldest' as const) : { ...parsed, formIds }
    const result = await writes.changeAllocation(db, source, change, action)
    return answer(result, action, `Allocation of ${formatSourceName(source)} saved.`)
  }

  handle(
    app,
    changePaymentAllocation,
    ({ params: route, body, request }) => allocate('payment', route, body, request),
    {
      authorize,
      form: ({ params: route, body, request, reply }, result) =>
        answerSourceForm({ ...route, seen: body.seen, kind: 'payment', request, reply }, result, body),
    },
  )
  handle(
    app,
    changeCreditAllocation,
    ({ params: route, body, request }) => allocate('credit_note', route, body, request),
    {
      authorize,
      form: ({ params: route, body, request, reply }, result) =>
        answerSourceForm({ ...route, seen: body.seen, kind: 'credit_note', request, reply }, result, body),
    },
  )

  handle(
    app,
    cancelPayment,
    async ({ params: { account, id }, body, request }) => {
      const action = await toAction(request, account, body.seen)
      const payment = await getSource(action.company, 'payment', id)
      const errors = validateReason(body.reason)
      if (Object.keys(errors).length > 0) return refuse('', errors)
      const result = await writes.cancelPayment(db, payment, body.reason, action)
      return answer(result, action, `${formatSourceName(payment)} cancelled.`)
    },
    {
      authorize,
      form: ({ params: route, body, request, reply }, result) =>
        answerSourceForm({ ...route, seen: body.seen, kind: 'payment', request, reply }, result, {
          reason: body.reason,
        }),
    },
  )

  const getCompany = async (account: string): Promise<LedgerCompany> => {
    const company = await findLedgerCompany(db, account)
    if (!company) throw new Problem(404)
    return company
  }

  const getSource = async (company: LedgerCompany, kind: SourceKind, id: number): Promise<LedgerSource> => {
    const source = await findSource(db, company.id, kind, id)
    if (!source) throw new Problem(404)
    return source
  }

  const toAction = async (request: FastifyRequest, account: string, seen: string) => ({
    company: await getCompany(account),
    seen,
    staffId: (await authorize(request)).id,
    now: context.now(),
  })

  const answer = async (
    result: writes.LedgerResult,
    { company, seen }: writes.LedgerAction,
    message: string,
  ): Promise<StaffReply> => {
    if (result.done) return accept(message)
    if ('errors' in result) return refuse('', result.errors)
    return refuse(await describeChanges(company.accountNumber, seen))
  }

  const describeChanges = async (account: string, seen: string): Promise<string> => {
    const after = /^\d{1,9}$/.test(seen) ? Number(seen) : Number.MAX_SAFE_INTEGER
    return formatChanges(await listChangesSince(db, account, after))
  }

  const getCurrent = async ({ account, seen }: { account: string; seen: string }) => {
    const version = await getLedgerVersion(db, account)
    return { version, news: String(version) === seen ? '' : await describeChanges(account, seen) }
  }

  // A rejected form is displayed again as it was typed, with the account as it is now.
  const answerAccountForm = (
    form: { account: string; seen: string; request: FastifyRequest; reply: FastifyReply },
    result: StaffReply,
    typed: Partial<AccountFormState>,
  ): Promise<FastifyReply> =>
    answerStaffForm(pages, form, result, {
      to: toAccountUrl(form.account),
      getCurrent: () => getCurrent(form),
      render: async (rejection, version) => {
        const company = await getCompany(form.account)
        return renderAccount(context, company, { ...newForms(), ...typed, version, ...rejection })
      },
    })

  const answerSourceForm = (
    form: {
      account: string
      seen: string
      kind: SourceKind
      id: number
      request: FastifyRequest
      reply: FastifyReply
    },
    result: StaffReply,
    typed: SourceFormState,
  ): Promise<FastifyReply> => {
    const { account, kind, id } = form
    return answerStaffForm(pages, form, result, {
      to: toAccountUrl(account),
      getCurrent: () => getCurrent(form),
      render: async (rejection, version) => {
        const company = await getCompany(account)
        const source = await getSource(company, kind, id)
        return renderSource(context, company, source, { ...typed, version, ...rejection })
      },
    })
  }

  const newForms = (): AccountFormState => ({
    payment: {
      received_on: toLondonTime(context.now()).date,
      amount: '',
      method: 'bank_transfer',
      reference: '',
      note: '',
      mode: 'oldest',
      other_payment: false,
      allocations: [],
      request: randomUUID(),
    },
  })
}

const sourcePaths = [
  ['payment', 'payments'],
  ['credit_note', 'credit-notes'],
] as const

const toPaymentInput = ({
  received_on,
  amount,
  method,
  reference,
  note,
  mode,
  other_payment,
  allocations,
}: BodyOf<typeof enterPayment>): PaymentInput => ({
  received_on,
  amount,
  method,
  reference,
  note,
  mode,
  other_payment,
  allocations,
})
