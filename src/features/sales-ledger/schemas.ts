import { z } from 'zod'
import { declareCalls, rowsBodyLimit } from '../../lib/calls/call.ts'
import { flag, line, wholeNumber } from '../../lib/calls/validate.ts'
import { staffReply } from '../back-office/schemas.ts'

const params = z.object({ account: z.string().max(60) })
const paymentParams = params.extend({ id: wholeNumber(1, 999_999_999) })

/**
 * Staff with the right to the accounts only: to everybody else these calls do not exist. Errors: 'amount', 'received_on',
 * 'reference', 'reason', 'amount-7' (by the invoice's id) …
 */
const accountCall = declareCalls('Back office', { params, reply: staffReply })

/** The version of the account that the page showed. */
const seen = line(40)
/** Pounds by the invoice's id; '': nothing. */
const allocations = z
  .array(z.object({ id: wholeNumber(1, 999_999_999), amount: line(100) }))
  .max(1000)
  .default([])

/**
 * Enters money that came in. `mode`: which invoices it pays: 'oldest', 'typed' (`allocations`) or 'none'. `request`: a key
 * of the form; the same key again answers with the same payment. `other_payment`: without it, money that may have
 * been entered before is refused.
 */
export const enterPayment = accountCall('POST /admin/accounts/:account/payments', {
  summary: 'Enters a payment on account',
  bodyLimit: rowsBodyLimit,
  body: z.object({
    seen,
    request: line(60).pipe(z.string().min(8, 'Open the form again.')),
    received_on: line(100),
    amount: line(100),
    method: line(100),
    reference: line(1000),
    note: line(2000),
    mode: line(20),
    other_payment: flag,
    allocations,
  }),
})

const allocationCall = declareCalls('Back office', {
  params: paymentParams,
  bodyLimit: rowsBodyLimit,
  body: z.object({ seen, oldest: flag, partial: flag, allocations }),
  reply: staffReply,
})

/**
 * `oldest`: to the invoices with the earliest due day; else `allocations`. What is not in them is open again; with `partial` it stays
 * as it is.
 */
export const changePaymentAllocation = allocationCall(
  'POST /admin/accounts/:account/payments/:id/allocation',
  { summary: 'Changes which invoices a payment pays' },
)

export const changeCreditAllocation = allocationCall(
  'POST /admin/accounts/:account/credit-notes/:id/allocation',
  { summary: 'Changes which invoices a credit note pays' },
)

export const cancelPayment = accountCall('POST /admin/accounts/:account/payments/:id/cancel', {
  summary: 'Cancels a payment on account that was entered by mistake or returned',
  params: paymentParams,
  body: z.object({ seen, reason: line(2000) }),
})

/** `credit_limit`: pounds; '': no limit. */
export const setCreditLimit = accountCall('POST /admin/accounts/:account/credit-limit', {
  summary: 'Sets the credit limit of a company',
  body: z.object({ seen, credit_limit: line(100) }),
})

const remindersCall = declareCalls('Back office', { reply: staffReply })

/** `companies`: what the page has for each company that is ticked, and sends only while it is so. */
export const sendPaymentReminders = remindersCall('POST /admin/reminders', {
  summary: 'Sends the reminders of overdue invoices that are due to companies',
  bodyLimit: rowsBodyLimit,
  body: z.object({ companies: z.array(z.string().max(20_000)).max(200).default([]) }).prefault({}),
})

const invoiceCall = declareCalls('Back office', {
  params: z.object({ id: wholeNumber(1, 999_999_999) }),
  reply: staffReply,
})

/** Errors: 'reason-7' (by the invoice's id). */
export const pauseReminders = invoiceCall('POST /admin/reminders/:id/pause', {
  summary: 'Pauses the reminders of a disputed invoice, with a reason',
  body: z.object({ seen, reason: line(2000) }),
})

export const resumeReminders = invoiceCall('POST /admin/reminders/:id/resume', {
  summary: 'Ends the pause of the reminders of an invoice',
  body: z.object({ seen }),
})

/**
 * `month`: one that has ended, '2026-11'. `sent`: when the page says that it was sent, an ISO instant; '': it was not. So it
 * is sent again on purpose, and the same press sends it once.
 */
export const emailStatement = accountCall('POST /admin/accounts/:account/statements/:month/email', {
  summary: 'Sends the statement of a month to the accounts department of a company',
  params: params.extend({ month: z.string().max(20) }),
  body: z.object({ sent: z.string().max(30).default('') }).prefault({}),
})
