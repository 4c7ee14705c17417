import { z } from 'zod'
import { declareCalls } from '../../lib/calls/call.ts'
import { flag, line, multilineText, wholeNumber } from '../../lib/calls/validate.ts'
import { toEachAddressField } from '../../lib/contact/address.ts'
import { formReply } from '../accounts/schemas.ts'
import { staffReply } from '../back-office/schemas.ts'
import { companyForm } from '../customers/schemas.ts'

const publicCall = declareCalls('Trade accounts', { reply: formReply })

// Wider than what is valid, so that the form comes back with the sentence at the field.
const field = line(1000)
const text = multilineText(20_000).default('')

/** `company`, `firstname` and so on: of the company's address. */
export const applicationFields = z.object({
  ...toEachAddressField(field),
  company_number: field,
  vat: field,
  email: field,
  reference_1: text,
  reference_2: text,
  credit_limit: field,
})

export const applyForAccount = publicCall('POST /trade-account', {
  summary: 'Applies for a trade account; an e-mail asks to confirm it',
  body: applicationFields,
})

export const confirmApplication = publicCall('POST /trade-account/confirm/:token', {
  summary: 'Confirms an application for a trade account with the link of the e-mail',
  params: z.object({ token: z.string().max(200) }),
})

const staffCall = declareCalls('Back office', {
  params: z.object({ id: wholeNumber(1, 2_147_483_647) }),
  reply: staffReply,
})

/** `credit_limit`: in pounds, not empty unless there is `no_limit`. `confirm`: another company may have its VAT number. Of staff with the right to the accounts alone; by others the limit is 0. */
export const approveApplication = staffCall('POST /admin/trade-applications/:id/approve', {
  summary: 'Opens the account that was applied for, and invites its head buyer',
  body: companyForm.extend({ seen: line(40), credit_limit: field, no_limit: flag, confirm: flag }),
})

export const refuseApplication = staffCall('POST /admin/trade-applications/:id/refuse', {
  summary: 'Refuses an application for a trade account with a reason, which is sent',
  body: z.object({ seen: line(40), reason: text }),
})
