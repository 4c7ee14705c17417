import { z } from 'zod'
import { declareCalls } from '../../lib/calls/call.ts'

const call = declareCalls('Shop')

/** Which price comes first, excluding or including VAT; without `first` the choice is toggled. */
export const chooseVat = call('POST /vat', {
  summary: 'Chooses which price leads, excluding or including VAT',
  body: z.object({ first: z.enum(['ex', 'inc']).optional() }),
  reply: z.object({ first: z.enum(['ex', 'inc']) }),
})
