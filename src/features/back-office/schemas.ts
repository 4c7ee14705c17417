import { z } from 'zod'

/** The reply to a form of staff. `message`: what was done, or why nothing was. `errors`: field → message. */
export const staffReply = z.object({
  success: z.boolean(),
  message: z.string(),
  errors: z.record(z.string(), z.string()),
})

export type StaffReply = z.output<typeof staffReply>
