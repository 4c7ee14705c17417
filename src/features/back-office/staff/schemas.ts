import { z } from 'zod'
import { declareCalls } from '../../../lib/calls/call.ts'
import { flag, line, wholeNumber } from '../../../lib/calls/validate.ts'
import { staffReply } from '../schemas.ts'

const seen = line(40)

/** Of a manager the four rights count for nothing: managers hold all of them. */
const role = {
  role: z.enum(['staff', 'manager']).catch('staff'),
  warehouse: flag,
  sales: flag,
  accounts: flag,
  catalogue: flag,
}

/** Managers only. */
const call = declareCalls('Back office', { reply: staffReply })
const memberCall = declareCalls('Back office', {
  params: z.object({ id: wholeNumber(1, 2_147_483_647) }),
  body: z.object({ seen }),
  reply: staffReply,
})

export const inviteStaff = call('POST /admin/staff', {
  summary: 'Gives a person access to the back office, and e-mails the link to set the password',
  body: z.object({ name: line(1000), email: line(1000), ...role }),
})

export const changeStaffRights = memberCall('POST /admin/staff/:id', {
  summary: 'Changes what a member of staff may do',
  body: z.object({ seen, ...role }),
})

/** Who is disabled starts again, without the old password and second factor. */
export const inviteStaffAgain = memberCall('POST /admin/staff/:id/invite', {
  summary: 'E-mails a member of staff another link to set the password',
})

/** Sessions and links end at once. */
export const disableStaffMember = memberCall('POST /admin/staff/:id/disable', {
  summary: 'Ends the access of a member of staff',
})

export const resetStaffMemberFactor = memberCall('POST /admin/staff/:id/reset-factor', {
  summary: 'Removes the second factor of a member of staff',
})
