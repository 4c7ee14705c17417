import { z } from 'zod'
import { call } from '../shared/call.ts'

/** Which price leads, excluding or including VAT; without a word, the other one than now. */
export const chooseVat = call('POST /vat', {
  body: z.object({ first: z.enum(['ex', 'inc']).optional() }),
  reply: z.object({ first: z.enum(['ex', 'inc']) }),
})
