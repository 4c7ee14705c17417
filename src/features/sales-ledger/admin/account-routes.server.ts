import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Tx } from '../../../infra/app-context.ts'
import type { BodyOf } from '../../../lib/calls/call.ts'
import { or404 } from '../../../lib/calls/problem.ts'
import { pluralize } from '../../../lib/count.ts'
import { toLondonTime } from '../../../lib/dates.ts'
import { formatPounds, type Pence, sum } from '../../../lib/money.ts'
import { lowerFirst } from '../../../lib/text.ts'
import { type AdminDeps, addAdminPage, noRejection } from '../../back-office/service.ts'
import { changed, createStaffAction, done, invalid } from '../../back-office/staff-action.server.ts'
import { formatDocumentNumber } from '../../billing/document.ts'
import {
  type Allocation,
  accountsUrl,
  allocateInOrder,
  formatPaymentName,
  type LedgerCompany,
  type LedgerSource,
  mergeAllocations,
  type OpenInvoice,
  type SourceKind,
  toAccountUrl,
} from '../ledger.ts'
import { getLedgerCompany, type LedgerAccount } from '../ledger-account.server.ts'
import {
  findSamePayment,
  formatSamePayment,
  type PaymentEntry,
  parseAllocations,
  parseCreditLimit,
  parsePayment,
  validateAllocations,
  validateReason,
} from '../payment-form.ts'
import {
  findSource,
  insertAllocations,
  insertPayment,
  isEntered,
  listAllocations,
  listEnteredPayments,
  listOpenInvoices,
  lockCompany,
  releaseAllocations,
  toLedgerSubject,
  updateCancelled,
  updateCreditLimit,
} from '../queries.ts'
import {
  cancelPayment,
  changeCreditAllocation,
  changePaymentAllocation,
  enterPayment,
  setCreditLimit,
} from '../schemas.ts'
import {
  type AccountFormState,
  describeLedgerChanges,
  renderAccount,
  renderSource,
  type SourceFormState,
} from './account-page.server.ts'
import { formatSourceName } from './view.ts'

/** The account of a company, its payments and credit notes (R-LEDGER-2 to 5). */
export function accountRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const { context } = deps
  const { db } = context
  const params = z.object({ account: z.string().max(60) })
  const sourceParams = params.extend({ id: z.coerce.number().int().min(1).max(999_999_999).catch(0) })
  const pageNumber = z.coerce.number().int().min(1).max(100_000).catch(1)
  const accountQuery = z.object({ page: pageNumber, invoices: pageNumber })

  addAdminPage(
    deps,
    `${accountsUrl}/:account`,
    { right: 'accounts', params, query: accountQuery },
    async ({ params: { account }, query: { page, invoices } }) =>
      renderAccount(context, await getLedgerCompany(db, account), {
        page,
        invoicePage: invoices,
        ...noRejection,
      }),
  )
  const describeChanges = ({ accountNumber }: LedgerAccount, expectedVersion: string) =>
    describeLedgerChanges(db, accountNumber, expectedVersion)
  const toUrl = ({ params }: { params: { account: string } }) => toAccountUrl(params.account)

  const accountForm = createStaffAction(app, deps, {
    right: 'accounts',
    load: ({ account }: { account: string }) => getLedgerCompany(db, account),
    lock: async (tx, { id, accountNumber }) => {
      await lockCompany(tx, id)
      return getLedgerCompany(tx, accountNumber)
    },
    describeChanges,
    toUrl,
    render: (company, typed: AccountFormState | undefined, rejection) =>
      renderAccount(context, company, { ...typed, ...rejection }),
  })

  // Enters a payment and allocates it. Another form with the same money is refused until staff say that it is another payment.
  accountForm(enterPayment, {
    typed: ({ body: { seen: _, ...payment } }) => ({ payment }),
    validate: ({ body, now }) => parsePayment(body, toLondonTime(now).date),
    findEarlier: async (tx, { requestKey }, company, { payment }) =>
      (await isEntered(tx, requestKey)) ? done(formatEntered(payment, company)) : null,
    change: async (tx, { requestKey, staff, now }, company, { payment }) => {
      const same = payment.isOther
        ? undefined
        : findSamePayment(payment, await listEnteredPayments(tx, company.id, payment))
      if (same) return invalid({ other_payment: formatSamePayment(same) })
      const open = await listOpenInvoices(tx, company.id)
      const allocations = choosePaid(payment, open)
      const errors = validateAllocations(payment.amount, allocations, open)
      if (errors) return invalid(errors)
      const entered = { ...payment, requestKey }
      const id = await insertPayment(tx, company.id, entered, { staffId: staff.id, now })
      await insertAllocations(tx, { kind: 'payment', id }, allocations, now)
      const name = lowerFirst(formatPaymentName(payment.method, payment.reference))
      const detail = `${formatPounds(payment.amount)}, ${name}; ${formatAllocations(allocations, open)}`
      return done(formatEntered(payment, company), toAuditText(company, 'payment entered', detail))
    },
  })

  accountForm(setCreditLimit, {
    typed: ({ body }) => ({ limit: body.credit_limit }),
    validate: ({ body }) => parseCreditLimit(body.credit_limit),
    findEarlier: async (_tx, _form, company, { limit }) =>
      company.creditLimit === limit ? done(`Credit limit of ${company.name} saved.`) : null,
    change: async (tx, _form, company, { limit }) => {
      await updateCreditLimit(tx, company.id, limit)
      const detail = `${formatLimit(company.creditLimit)} → ${formatLimit(limit)}`
      const audit = toAuditText(company, 'credit limit changed', detail)
      return done(`Credit limit of ${company.name} saved.`, audit)
    },
  })

  for (const [kind, path, call] of sourceKinds) {
    addAdminPage(
      deps,
      `${accountsUrl}/:account/${path}/:id`,
      { right: 'accounts', params: sourceParams, query: z.object({ page: pageNumber }) },
      async ({ params: { account, id }, query: { page } }) => {
        const company = await getLedgerCompany(db, account)
        return renderSource(context, company, await getSource(company, kind, id), { page, ...noRejection })
      },
    )

    const sourceForm = createStaffAction(app, deps, {
      right: 'accounts',
      load: async ({ account, id }: { account: string; id: number }) => {
        const company = await getLedgerCompany(db, account)
        return { ...company, source: await getSource(company, kind, id) }
      },
      lock: async (tx, { id, accountNumber, source }) => {
        await lockCompany(tx, id)
        const company = await getLedgerCompany(tx, accountNumber)
        return { ...company, source: await findSource(tx, id, kind, source.number || source.id) }
      },
      describeChanges,
      toUrl,
      render: ({ source, ...company }, typed: SourceFormState, rejection) =>
        renderSource(context, company, source, { ...typed, ...rejection }),
    })

    // Replaces the allocations: what was paid before and is not in the form's allocations is open again.
    sourceForm(call, {
      typed: ({ body: { allocations } }) => ({ allocations }),
      validate: ({ body: { oldest, allocations } }) => parseAllocations(oldest ? [] : allocations),
      findEarlier: async (tx, { body }, { source, ...company }, { allocations }) => {
        if (!source || source.cancelledAt) return changed
        const { current, chosen } = await planAllocations(tx, company, source, body, allocations)
        return isSameAllocation(current, chosen) ? done(formatAllocated(source)) : null
      },
      change: async (tx, { body, now }, { source: locked, ...company }, { allocations }) => {
        const source = locked!
        const { current, open, chosen } = await planAllocations(tx, company, source, body, allocations)
        const errors = validateAllocations(source.amount, chosen, open)
        if (errors) return invalid(errors)
        const numbers = [...open, ...current.map(one => ({ id: one.invoiceId, number: one.number }))]
        await releaseAllocations(tx, source, now)
        await insertAllocations(tx, source, chosen, now)
        const change = `${formatAllocations(current, numbers)} → ${formatAllocations(chosen, numbers)}`
        const audit = toAuditText(company, 'allocation changed', `${formatSource(source)}: ${change}`)
        return done(formatAllocated(source), audit)
      },
    })

    if (kind === 'payment')
      // What a cancelled payment paid is open again. It stays in the list, with the reason.
      sourceForm(cancelPayment, {
        typed: ({ body: { reason } }) => ({ reason }),
        validate: ({ body: { reason } }) => ({ errors: validateReason(reason) }),
        findEarlier: async (_tx, { body: { reason } }, { source }) => {
          if (source && !source.cancelledAt) return null
          return source?.cancelReason === reason ? done(formatCancelled(source)) : changed
        },
        change: async (tx, { body: { reason }, staff, now }, { source: payment, ...company }) => {
          await releaseAllocations(tx, payment!, now)
          await updateCancelled(tx, payment!.id, reason, { staffId: staff.id, now })
          const detail = `${formatSource(payment!)}, ${formatPounds(payment!.amount)}: ${reason}`
          return done(formatCancelled(payment!), toAuditText(company, 'payment cancelled', detail))
        },
      })
  }

  const getSource = async (company: LedgerCompany, kind: SourceKind, id: number): Promise<LedgerSource> =>
    or404(await findSource(db, company.id, kind, id))
}

const sourceKinds = [
  ['payment', 'payments', changePaymentAllocation],
  ['credit_note', 'credit-notes', changeCreditAllocation],
] as const

const formatEntered = ({ amount }: PaymentEntry, { name }: LedgerCompany): string =>
  `${formatPounds(amount)} from ${name} entered.`
const formatAllocated = (source: LedgerSource): string => `Allocation of ${formatSourceName(source)} saved.`
const formatCancelled = (payment: LedgerSource): string => `${formatSourceName(payment)} cancelled.`

function choosePaid({ mode, amount, allocations }: PaymentEntry, open: readonly OpenInvoice[]): Allocation[] {
  if (mode === 'typed') return allocations
  return mode === 'oldest' ? allocateInOrder(amount, open) : []
}

/** What an allocation is, what is open besides, and what it becomes. Without `partial` the form has all its invoices. */
async function planAllocations(
  tx: Tx,
  company: LedgerCompany,
  source: LedgerSource,
  form: BodyOf<typeof changePaymentAllocation>,
  typed: readonly Allocation[],
) {
  const current = await listAllocations(tx, source)
  const open = await listOpenInvoices(tx, company.id, source)
  const formIds = form.allocations.map(({ id }) => id)
  const chosen = form.oldest
    ? allocateInOrder(source.amount, open)
    : form.partial
      ? mergeAllocations(current, typed, formIds)
      : typed
  return { current, open, chosen }
}

function isSameAllocation(current: readonly Allocation[], allocations: readonly Allocation[]): boolean {
  const amounts = new Map(current.map(({ invoiceId, amount }) => [invoiceId, amount]))
  return (
    current.length === allocations.length &&
    allocations.every(({ invoiceId, amount }) => amounts.get(invoiceId) === amount)
  )
}

const formatSource = ({ kind, number, reference }: LedgerSource): string =>
  kind === 'payment' ? `payment ${reference}` : formatDocumentNumber('credit_note', number)

/** The rows of the ledger have all of them. */
const maxAudited = 50

function formatAllocations(
  allocations: readonly Allocation[],
  invoices: readonly { id: number; number: number }[],
): string {
  const numbers = new Map(invoices.map(({ id, number }) => [id, number]))
  const texts = allocations.slice(0, maxAudited).map(({ invoiceId, amount }) => {
    const number = formatDocumentNumber('invoice', numbers.get(invoiceId) ?? 0)
    return `${number} ${formatPounds(amount)}`
  })
  const more = allocations.slice(maxAudited)
  const rest = `${pluralize(more.length, 'more invoice')} ${formatPounds(sum(more.map(({ amount }) => amount)))}`
  return [...texts, ...(more.length > 0 ? [rest] : [])].join(', ') || 'not allocated'
}

const formatLimit = (limit: Pence | null): string => (limit === null ? 'none' : formatPounds(limit))

const toAuditText = ({ accountNumber }: LedgerCompany, action: string, detail: string) => ({
  action,
  subject: toLedgerSubject(accountNumber),
  detail,
})
