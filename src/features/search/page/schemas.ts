import { z } from 'zod'
import { declareCalls } from '../../../lib/calls/call.ts'
import { rowCounts } from '../../../lib/row-count.ts'

const call = declareCalls('Search')

/** How many rows a page of results has, in this browser (R-SEARCH-16). */
export const chooseRowCount = call('POST /search/rows', {
  summary: 'Chooses how many rows a page of results has',
  body: z.object({ rows: z.coerce.number().pipe(z.literal(rowCounts)) }),
  reply: z.object({ rows: z.literal(rowCounts) }),
})
