import { z } from 'zod'
import { declareCalls } from '../../lib/calls/call.ts'
import { flag, line } from '../../lib/calls/validate.ts'
import { staffReply } from '../back-office/schemas.ts'

const call = declareCalls('Back office')

/** Managers only. Errors: 'email'. `url`: the page of whose address it is. */
export const findSubject = call('POST /admin/privacy', {
  summary: 'Finds whose data belong to an e-mail address',
  body: z.object({ email: line(1000) }),
  reply: staffReply.extend({ url: z.string().nullable() }),
})

const subjectCall = declareCalls('Back office', {
  params: z.object({ subject: z.string().max(40) }),
  /** The id of the open request that the page displays; 0: none. */
  body: z.object({ seen: line(40) }),
  reply: staffReply,
})

export const requestErasure = subjectCall('POST /admin/privacy/:subject/erasure', {
  summary: 'Asks another manager to erase the data of a person',
})

export const confirmErasure = subjectCall('POST /admin/privacy/:subject/erasure/confirm', {
  summary: 'Erases the data of a person, as another manager has asked',
  body: z.object({ seen: line(40), confirm: flag }),
})

export const cancelErasure = subjectCall('POST /admin/privacy/:subject/erasure/cancel', {
  summary: 'Cancels a request to erase the data of a person',
})
