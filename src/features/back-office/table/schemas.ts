import { z } from 'zod'
import { declareCalls } from '../../../lib/calls/call.ts'
import { line, wholeNumber } from '../../../lib/calls/validate.ts'
import { parseIsoDate } from '../../../lib/dates.ts'
import { parseRowCount } from '../../../lib/row-count.ts'

/** Parameters of the address of a list: a value that it cannot have counts as absent. */
export const listParameters = {
  query: line(1000).catch(''),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
  direction: z.enum(['up', 'down']).optional().catch(undefined),
  day: line(10).transform(parseIsoDate).catch(null),
  person: z.coerce.number().int().min(1).max(2_147_483_647).nullable().catch(null),
  rows: z
    .string()
    .optional()
    .catch(undefined)
    .transform(text => parseRowCount(text)),
}

const call = declareCalls('Back office')

const reply = z.object({ success: z.boolean(), message: z.string(), url: z.string() })

/** Saves the filters and the sorting of a list under a name; the person's view of the same name is replaced. */
export const saveView = call('POST /admin/views', {
  summary: 'Saves the filters and the sorting of a list under a name',
  body: z.object({ section: z.string(), name: line(1000), query: z.string().max(2_000) }),
  reply,
})

/** A view of somebody else is a 404. */
export const removeView = call('POST /admin/views/:id/remove', {
  summary: 'Removes a saved view',
  params: z.object({ id: wholeNumber(1, 999_999_999) }),
  reply,
})
