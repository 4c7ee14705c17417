import { z } from 'zod'
import { wholeNumber } from '../../../lib/validate.ts'

/** Text of several lines, trimmed; control characters other than line breaks become spaces. */
export const textOfLines = z
  .union([z.string(), z.null()])
  .optional()
  .transform(value =>
    String(value ?? '')
      .replace(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
      .replace(/[\u0000-\u0009\u000b-\u001f\u007f\u2028\u2029]+/g, ' ')
      .trim(),
  )
  .pipe(z.string().max(10_000, 'At most 10,000 characters.'))

/** Id of the last message that the page displayed; 0: none was. No later message counts as answered. */
export const lastMessage = wholeNumber(0, 999_999_999).default(0)

/** Of the calls that have it. */
export const answeredUpTo =
  'Messages up to `last_message` (id of the last that was displayed) count as answered; without it none does'
