import { z } from 'zod'
import { wholeNumber } from '../../lib/calls/validate.ts'
import { cleanLines } from '../../lib/text.ts'

/** Text of several lines, cleaned as by `cleanLines`; left out: ''. */
export const textOfLines = z
  .union([z.string(), z.null()])
  .optional()
  .transform(value => cleanLines(value ?? ''))
  .pipe(z.string().max(10_000, 'At most 10,000 characters.'))

/** Id of the last message that the page displayed; 0: none was. No later message counts as answered. */
export const lastMessage = wholeNumber(0, 999_999_999).default(0)

/** Of the calls that have it. */
export const answeredUpTo =
  'Messages up to `last_message` (id of the last that was displayed) count as answered; without it none does'
