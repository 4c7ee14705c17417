import { z } from 'zod'
import { declareCalls } from '../../lib/calls/call.ts'

const call = declareCalls('Shop')

/** The terms as shown on the page of the same path; checkout shows them folded in its last stage. */
export const readTerms = call('GET /terms-conditions', {
  summary: 'Returns the terms and conditions',
  reply: z.object({
    version: z.string(),
    sections: z.array(z.object({ heading: z.string(), paragraphs: z.array(z.string()) })),
  }),
})
