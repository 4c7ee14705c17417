import { z } from 'zod'

/** What a form of staff is answered. `message`: it was done, or why not. `errors`: field → message. */
export const staffReply = z.object({
  success: z.boolean(),
  message: z.string(),
  errors: z.record(z.string(), z.string()),
})

export type StaffReply = z.output<typeof staffReply>
