import { z } from 'zod'
import { declareCalls } from '../../lib/call.ts'
import { line, wholeNumber } from '../../lib/validate.ts'

const call = declareCalls('Approvals')

const largestId = 2_147_483_647

// A plain form sends one blank entry before those that are switched on, so that an empty list comes too.
const userIds = z
  .union([z.array(z.union([z.string(), z.number()])), z.string(), z.number()])
  .transform(sent => [sent].flat().filter(one => one !== ''))
  .pipe(z.array(wholeNumber(1, largestId)).max(5000))

const reply = z.object({ success: z.boolean(), message: z.string() })

/** Whose orders need approval. The list is complete: colleagues who are not in it order directly. */
export const saveUsers = call('POST /account/approvals', {
  summary: 'Sets whose orders need approval',
  body: z.object({ selectedUsers: userIds }),
  reply,
})

/** Rejects an approval request and e-mails the reason to its sender. `success` false: it was decided before. */
export const rejectApproval = call('POST /account/approvals/:id/reject', {
  summary: 'Rejects an order that awaits approval',
  params: z.object({ id: wholeNumber(1, largestId) }),
  body: z.object({ reason: line(5000) }),
  reply,
})
