import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Db, Tx } from '../../infra/app-context.ts'
import { inTransaction } from '../../infra/database/db.ts'
import { toPageResult } from '../../infra/pages/render.ts'
import {
  type FieldErrors,
  formatRequired,
  formatTooLong,
  toFieldErrors,
} from '../../lib/calls/field-checks.ts'
import { Problem } from '../../lib/calls/problem.ts'
import { pluralize } from '../../lib/count.ts'
import { toActor } from '../accounts/actor.ts'
import { type AdminDeps, addAdminPage, type Rejection } from '../back-office/service.ts'
import { changed, createStaffAction, done, invalid } from '../back-office/staff-action.server.ts'
import { documentsEmail } from '../billing/DocumentsEmail.tsx'
import { formatDocumentNumber, readDocumentNumber } from '../billing/document.ts'
import { findCompanyDocument } from '../billing/service.ts'
import {
  type CompanyDetails,
  type CompanyForm,
  formatDetailChanges,
  formatTerms,
  parseCompany,
} from './company-form.ts'
import { type CompanyFormState, renderCompany } from './company-page.server.ts'
import { customerRights, customersUrl, toCompanyUrl } from './customer.ts'
import { newCompanyPage } from './NewCompanyPage.tsx'
import {
  type CustomerCompany,
  findCompany,
  isInvoiced,
  lockCompanyRow,
  lockOrdersOfAccount,
  setOnStop,
  toCompanySubject,
  updateCompany,
} from './queries.ts'
import { changeCompany, createCompany, emailDocument, releaseCompany, stopCompany } from './schemas.ts'
import { createCompanyForm, formatTaken, openCompany } from './service.ts'

const maxReasonLength = 200

/** The page of a company and the forms that all of it share: each is one transaction under the lock of its row. */
export function createCompanyAction(app: FastifyInstance, deps: AdminDeps) {
  const { context } = deps
  return createStaffAction(app, deps, {
    load: ({ account }: { account: string }) => getCompany(context.db, account),
    lock: async (tx, { id }) => {
      await lockOrdersOfAccount(tx, id)
      return lockCompany(tx, id)
    },
    toSubject: toAuditSubject,
    toUrl: ({ params: { account }, body }, { success }) => {
      const { account_number: next } = body as { account_number?: string }
      return toCompanyUrl(success && next !== undefined ? next.toUpperCase() : account)
    },
    render: (company, typed: CompanyFormState, rejection) =>
      renderCompany(context, company, typed, rejection),
  })
}

export const toAuditSubject = ({ id, name }: CustomerCompany) => ({ subject: toCompanySubject(id), name })

export async function getCompany(db: Db, accountNumber: string): Promise<CustomerCompany> {
  const company = await findCompany(db, { accountNumber })
  if (!company) throw new Problem(404)
  return company
}

export async function lockCompany(tx: Tx, id: number): Promise<CustomerCompany> {
  await lockCompanyRow(tx, id)
  return (await findCompany(tx, { id }))!
}

/** Companies: opened, changed, put on stop (R-CUSTOMER-2 to 4). */
export function companyRoutes(
  app: FastifyInstance,
  deps: AdminDeps,
  companyAction: ReturnType<typeof createCompanyAction>,
): void {
  const { context } = deps
  const { db, config } = context
  const right = customerRights
  const params = z.object({ account: z.string().max(60) })

  addAdminPage(deps, `${customersUrl}/:account`, { right, params }, async ({ params: { account } }) =>
    renderCompany(context, await getCompany(db, account)),
  )

  companyAction(changeCompany, {
    right,
    typed: ({ body: { seen: _, ...details } }) => ({ details }),
    validate: ({ body }) => parseCompany(body),
    findEarlier: async (_tx, _form, company, { details }) =>
      formatDetailChanges(company, details) === '' ? done(formatSaved(details)) : null,
    change: async (tx, _form, company, { details }) => {
      const owner = await findOtherOwner(tx, details, company.id)
      if (owner) return invalid({ account_number: formatTaken(owner) })
      if (details.accountNumber !== company.accountNumber && (await isInvoiced(tx, company.id)))
        return invalid({ account_number: accountNumberFixed })
      await updateCompany(tx, company.id, details)
      const detail = formatDetailChanges(company, details)
      return done(formatSaved(details), { action: 'company changed', detail })
    },
  })

  for (const [call, onStop] of [
    [stopCompany, true],
    [releaseCompany, false],
  ] as const)
    companyAction(call, {
      right,
      typed: ({ body: { reason } }) => ({ reason }),
      validate: ({ body: { reason } }) => ({
        errors: toFieldErrors({
          reason: [
            reason === '' && formatRequired('Reason'),
            reason.length > maxReasonLength && formatTooLong('Reason', maxReasonLength),
          ],
        }),
      }),
      findEarlier: async (_tx, { body }, company) => {
        if (company.onStop !== onStop) return null
        return !onStop || company.stopReason === body.reason ? done(formatStop(company, onStop)) : changed
      },
      change: async (tx, { body: { reason } }, company) => {
        await setOnStop(tx, company.id, { onStop, reason: onStop ? reason : '' })
        const action = onStop ? 'put on stop' : 'taken off stop'
        return done(formatStop(company, onStop), { action, detail: reason })
      },
    })

  companyAction(emailDocument, {
    right,
    typed: ({ body: { number } }) => ({ documentNumber: number }),
    validate: ({ body: { number }, target }) => parseDocumentForm(number, target),
    // The press changes the version of the page, so a second press of the same form sends nothing.
    change: async (tx, { requestKey }, company, { document }) => {
      const sent = await findCompanyDocument(tx, company.id, document)
      if (!sent) return invalid({ number: formatNoDocument(company) })
      for (const recipient of company.accountsEmails)
        await documentsEmail.enqueue(tx, [sent], recipient, { again: requestKey })
      const name = formatDocumentNumber(document.kind, document.number)
      const count = pluralize(company.accountsEmails.length, 'address', 'addresses')
      return done(`${name} goes to ${recipientFormat.format(company.accountsEmails)} by email.`, {
        action: 'document sent again',
        detail: `${name} to ${count}`,
      })
    },
  })

  const renderNew = (form: CompanyForm, { notice, errors }: Rejection) =>
    toPageResult(
      newCompanyPage,
      { form, shopTerms: formatTerms(config.invoiceDue) || 'no day', notice, errors },
      { title: 'New company', errors },
    )

  addAdminPage(deps, `${customersUrl}/new`, { right }, async () =>
    renderNew(await createCompanyForm(db), { notice: null, errors: {} }),
  )

  const newCompany = createStaffAction(app, deps, {
    load: async () => ({ version: null }),
    toUrl: ({ body }) => toCompanyUrl((body as CompanyForm).account_number.toUpperCase()),
    render: async (_target, form: CompanyForm, rejection) => renderNew(form, rejection),
  })

  newCompany(createCompany, {
    right,
    typed: ({ body }) => body,
    validate: ({ body }) => parseCompany(body),
    run: ({ staff, now }, { details }) =>
      inTransaction(db, async tx => {
        const id = await openCompany(tx, details, { actor: toActor(staff.id), now })
        const owner = id === null ? await findCompany(tx, details) : null
        // The same form again changes nothing.
        return owner && formatDetailChanges(owner, details) !== ''
          ? invalid({ account_number: formatTaken(owner) })
          : done(formatOpened(details))
      }),
  })
}

async function findOtherOwner(tx: Tx, details: CompanyDetails, id: number): Promise<CustomerCompany | null> {
  const owner = await findCompany(tx, details)
  return owner?.id === id ? null : owner
}

function parseDocumentForm(
  number: string,
  { accountsEmails }: CompanyDetails,
): { document: NonNullable<ReturnType<typeof readDocumentNumber>> } | { errors: FieldErrors } {
  const document = readDocumentNumber(number)
  if (!document) return { errors: { number: 'Enter the number as it’s on the paper: INV-000042.' } }
  return accountsEmails.length === 0 ? { errors: { number: noAccountsEmails } } : { document }
}

const recipientFormat = new Intl.ListFormat('en-GB')
const noAccountsEmails = 'Enter the emails of their accounts department under Details first.'
const formatNoDocument = ({ name }: CompanyDetails): string =>
  `${name} has no invoice or credit note of this number.`
const accountNumberFixed = 'Invoices have this account number, so it cannot be changed any more.'
const formatSaved = ({ name }: CompanyDetails): string => `Details of ${name} saved.`
const formatOpened = ({ name, accountNumber }: CompanyDetails): string =>
  `The account of ${name} is open: ${accountNumber}. Next, invite its head buyer and enter its billing address.`
const formatStop = ({ name }: CompanyDetails, onStop: boolean): string =>
  onStop
    ? `${name} is on stop: its orders on account are held, also those that haven’t left yet.`
    : `${name} is off stop: orders that were held for it are held no longer.`
