import { z } from 'zod'
import { declareCalls } from '../../lib/calls/call.ts'
import { line, wholeNumber } from '../../lib/calls/validate.ts'
import { staffReply } from '../back-office/schemas.ts'

const id = z.coerce.number().int().min(1).max(2_147_483_647).catch(0)

/** `seen`: the address that the list displayed. */
const emailCall = declareCalls('Back office', {
  params: z.object({ id }),
  body: z.object({ seen: line(400) }),
  reply: staffReply,
})

export const sendUnsentEmail = emailCall('POST /admin/failures/emails/:id/again', {
  summary: 'Tries an unsent e-mail again at once',
})

/** Errors: 'email'. */
export const redirectEmail = emailCall('POST /admin/failures/emails/:id/address', {
  summary: 'Sends an unsent e-mail to another address',
  body: z.object({ seen: line(400), email: line(1000) }),
})

export const giveUpEmail = emailCall('POST /admin/failures/emails/:id/give-up', {
  summary: 'Gives an unsent e-mail up',
})

/** Managers only. `seen`: how often the list said that it was tried. */
const jobCall = declareCalls('Back office', {
  params: z.object({ id }),
  body: z.object({ seen: wholeNumber(0, 1000) }),
  reply: staffReply,
})

export const retryJob = jobCall('POST /admin/failures/jobs/:id/again', {
  summary: 'Tries a failed background job again',
})

export const removeJob = jobCall('POST /admin/failures/jobs/:id/remove', {
  summary: 'Removes a failed background job',
})
