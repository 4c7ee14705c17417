import { z } from 'zod'
import { declareCalls } from '../../lib/calls/call.ts'
import { line, wholeNumber } from '../../lib/calls/validate.ts'
import { parsePounds } from '../../lib/money.ts'

const call = declareCalls('Approvals')

const largestId = 2_147_483_647

// A plain form sends one blank entry before those that are switched on, so that an empty list comes too.
const userIds = z
  .union([z.array(z.union([z.string(), z.number()])), z.string(), z.number()])
  .transform(sent => [sent].flat().filter(one => one !== ''))
  .pipe(z.array(wholeNumber(1, largestId)).max(5000))

const decisionReply = z.object({
  success: z.boolean(),
  message: z.string(),
  /** Of the order that was placed. */
  reference: z.string().nullable(),
  next_url: z.string().nullable(),
})

const reply = z.object({ success: z.boolean(), message: z.string() })

/**
 * Whose orders need approval. The list is complete: colleagues who are not in it order directly, up to the sum of a day in
 * `amounts` ('': any), goods ex VAT. Those who are not in `amounts` keep theirs.
 */
export const saveUsers = call('POST /account/approvals', {
  summary: 'Sets whose orders need approval',
  body: z.object({
    selectedUsers: userIds,
    amounts: z
      .array(z.object({ user: wholeNumber(1, largestId), above: line(40) }))
      .max(5000)
      .optional()
      .default([]),
  }),
  reply,
})

/** Names who decides about requests while the head buyer is away; `deputy` '': ends it. Errors: 'deputy', 'from', 'until'. */
export const saveDeputy = call('POST /account/approvals/deputy', {
  summary: 'Names the deputy of a head buyer',
  body: z.object({ deputy: line(20), from: line(20), until: line(20) }),
  reply: reply.extend({ errors: z.record(z.string(), z.string()).optional() }),
})

/**
 * Approves a request as it stands: places it on account, as its page displayed it (`delivery_arg`, `shown_total`). Without
 * the day it is placed on the requested day only. `success` false: nothing was ordered, and `message` says why.
 */
export const approveRequest = call('POST /account/approvals/:id/approve', {
  summary: 'Approves an order and places it on account',
  params: z.object({ id: wholeNumber(1, largestId) }),
  body: z.object({
    delivery_arg: z.string().max(10).optional(),
    shown_total: z
      .union([z.string().max(20), z.number()])
      .transform((value, context) => {
        const amount = parsePounds(String(value))
        if (amount !== null) return amount
        context.addIssue('Enter an amount in pounds.')
        return z.NEVER
      })
      .optional(),
  }),
  reply: decisionReply,
})

/** Rejects an approval request and e-mails the reason to its sender. `success` false: it was decided before. */
export const rejectApproval = call('POST /account/approvals/:id/reject', {
  summary: 'Rejects an order that awaits approval',
  params: z.object({ id: wholeNumber(1, largestId) }),
  body: z.object({ reason: line(5000) }),
  reply,
})
