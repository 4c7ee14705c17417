import { z } from 'zod'
import { declareCalls } from '../shared/call.ts'

const call = declareCalls('Shop')

/** Which price leads, excluding or including VAT; without a word, the other one than now. */
export const chooseVat = call('POST /vat', {
  summary: 'Chooses which price leads, excluding or including VAT',
  body: z.object({ first: z.enum(['ex', 'inc']).optional() }),
  reply: z.object({ first: z.enum(['ex', 'inc']) }),
})

/** The terms as the page of the same path shows them; the checkout folds them into its last stage. */
export const readTerms = call('GET /terms-conditions', {
  summary: 'Returns the terms and conditions',
  reply: z.object({
    version: z.string(),
    sections: z.array(z.object({ heading: z.string(), paragraphs: z.array(z.string()) })),
  }),
})
