import { z } from 'zod'
import { declareCalls } from '../../lib/calls/call.ts'
import { flag, line, multilineText, wholeNumber } from '../../lib/calls/validate.ts'
import { toEachAddressField } from '../../lib/contact/address.ts'
import { colleagueRoles } from '../accounts/colleagues/colleague.ts'
import { staffReply } from '../back-office/schemas.ts'

const params = z.object({ account: z.string().max(60) })

/**
 * Staff with the right to sales or accounts only: to everybody else these calls do not exist. `seen`: the last entry of the
 * audit that the page was made from.
 */
const companyCall = declareCalls('Back office', { params, reply: staffReply })

const seen = line(40)
const text = (max: number) => multilineText(max).optional().default('')

/** As typed; longer than any may be, so that the form comes back with the sentence at the field. */
export const companyForm = z.object({
  name: line(1000),
  account_number: line(1000),
  company_number: line(1000),
  vat: line(1000),
  eori: line(1000),
  /** '': the shop's terms. */
  terms_kind: z.enum(['', 'days', 'end_of_month']).catch(''),
  terms_days: line(100),
  /** Separated by blanks, commas or lines. */
  accounts_emails: text(5000),
  document_emails: z.enum(['at_once', 'daily', 'off']).catch('at_once'),
  notes: text(10_000),
})

const customerCall = declareCalls('Back office', { reply: staffReply })

export const createCompany = customerCall('POST /admin/customers', {
  summary: 'Creates a company with an account',
  body: companyForm,
})

export const changeCompany = companyCall('POST /admin/customers/:account', {
  summary: 'Changes the details of a company',
  body: companyForm.extend({ seen }),
})

export const stopCompany = companyCall('POST /admin/customers/:account/stop', {
  summary: 'Puts the account of a company on stop, with a reason',
  body: z.object({ seen, reason: line(1000) }),
})

/** `price_list`: its id, '' for none. */
export const choosePriceList = companyCall('POST /admin/customers/:account/price-list', {
  summary: 'Puts a company on a price list, or takes it off',
  body: z.object({ seen, price_list: z.union([wholeNumber(1, 2_147_483_647), z.literal('')]) }),
})

/** `number`: as it is typed, 'inv 42'. Errors: 'number'. */
export const emailDocument = companyCall('POST /admin/customers/:account/documents/email', {
  summary: 'E-mails an invoice or a credit note to the accounts department of a company again',
  body: z.object({ seen, number: line(1000) }),
})

/** Its orders that were held for it are held no longer. */
export const releaseCompany = companyCall('POST /admin/customers/:account/release', {
  summary: 'Takes the account of a company off stop, with a reason',
  body: z.object({ seen, reason: line(1000) }),
})

/** Errors: 'email'. Who accepts has the role, and may order on account with `account_orders`. */
export const inviteCustomer = companyCall('POST /admin/customers/:account/invitations', {
  summary: 'Invites a person to order for a company',
  body: z.object({
    seen,
    email: line(1000),
    role: z.enum(colleagueRoles).default('buyer'),
    account_orders: flag,
  }),
})

const rowId = wholeNumber(1, 2_147_483_647)

export const withdrawCustomerInvitation = companyCall(
  'POST /admin/customers/:account/invitations/:id/withdraw',
  { summary: 'Withdraws an invitation', params: params.extend({ id: rowId }), body: z.object({ seen }) },
)

const personCall = declareCalls('Back office', {
  params: z.object({ id: rowId }),
  body: z.object({ seen }),
  reply: staffReply,
})

export const changePerson = personCall('POST /admin/customers/people/:id', {
  summary: 'Changes the name and the telephone number of a customer',
  body: z.object({ seen, name: line(1000), telephone: line(1000) }),
})

export const changePersonRights = personCall('POST /admin/customers/people/:id/rights', {
  summary: 'Changes what a person may do for their company',
  body: z.object({
    seen,
    role: z.enum(['buyer', 'head_buyer']).catch('buyer'),
    needs_approval: flag,
    account_orders: flag,
  }),
})

/** The link to the new address works for the person who is signed in; the present address gets one that stops it. */
export const changePersonEmail = personCall('POST /admin/customers/people/:id/email', {
  summary: 'Begins a change of the e-mail address of a customer whose mailbox is dead',
  body: z.object({ seen, email: line(1000) }),
})

/** Sessions and links end at once. */
export const disableCustomer = personCall('POST /admin/customers/people/:id/disable', {
  summary: 'Disables the login of a customer',
})

export const enableCustomer = personCall('POST /admin/customers/people/:id/enable', {
  summary: 'Enables the login of a customer again',
})

export const resetCustomerFactor = personCall('POST /admin/customers/people/:id/reset-factor', {
  summary: 'Removes the second factor of a customer',
})

/** The login stays, as one without a company. */
export const removeCustomer = personCall('POST /admin/customers/people/:id/remove', {
  summary: 'Removes a person from their company',
})

/** `kind`: of a new one; of a company, a billing address of its account, or one that all its people have goods sent to. */
const addressBody = z.object({
  seen,
  kind: z.enum(['billing', 'delivery']).catch('delivery'),
  ...toEachAddressField(line(1000)),
})

/** A company by its account number, a person by their id. */
export interface AddressParams {
  account?: string
  id?: number
  /** Of a stored one. */
  address?: number
}

const addressCall = declareCalls('Back office', { body: addressBody, reply: staffReply })
const ofCompany: z.ZodType<AddressParams> = params
const ofPerson: z.ZodType<AddressParams> = z.object({ id: rowId })
const oneOfCompany: z.ZodType<AddressParams> = params.extend({ address: rowId })
const oneOfPerson: z.ZodType<AddressParams> = z.object({ id: rowId, address: rowId })

export const addCompanyAddress = addressCall('POST /admin/customers/:account/addresses', {
  summary: 'Adds an address of a company',
  params: ofCompany,
})

export const changeCompanyAddress = addressCall('POST /admin/customers/:account/addresses/:address', {
  summary: 'Changes an address of a company',
  params: oneOfCompany,
})

export const removeCompanyAddress = addressCall('POST /admin/customers/:account/addresses/:address/remove', {
  summary: 'Removes an address of a company',
  params: oneOfCompany,
  body: z.object({ seen }),
})

export const addPersonAddress = addressCall('POST /admin/customers/people/:id/addresses', {
  summary: 'Adds an address of a customer',
  params: ofPerson,
})

export const changePersonAddress = addressCall('POST /admin/customers/people/:id/addresses/:address', {
  summary: 'Changes an address of a customer',
  params: oneOfPerson,
})

export const removePersonAddress = addressCall('POST /admin/customers/people/:id/addresses/:address/remove', {
  summary: 'Removes an address of a customer',
  params: oneOfPerson,
  body: z.object({ seen }),
})
