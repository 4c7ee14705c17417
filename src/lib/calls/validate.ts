import { z } from 'zod'
import { cleanLine, cleanLines } from '../text.ts'

/**
 * Schemas for the fields of calls.
 *
 * An absent field: `wholeNumber` refuses it, `flag` is false, `line` is ''. `.optional()` after them changes nothing for
 * the last two; a call that must know whether a field was sent has a schema of its own (checkout/schemas.ts).
 *
 * A bad value has one of four results, by what the requirement of the call says:
 * - refused: a 422 with a message for the field. This is the default, and all schemas of this file do it;
 * - empty: it counts as if nothing was entered, so that the rule's own sentence answers it (`.catch('')`, `.catch(null)`);
 * - ignored: the rest of the call is done (`updated_items` of the basket);
 * - cut: a text that is too long for a search (`.transform`), and `toOneLine` (text.ts).
 */

/** Bodies are JSON or forms, so a number may be a string: '12' and 12 are equal. */
export const wholeNumber = (min: number, max: number) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^\s*\d{1,9}\s*$/, 'Enter a whole number.')
          .transform(Number),
      ],
      {
        error: 'Enter a whole number.',
      },
    )
    .pipe(z.int('Enter a whole number.').min(min, `At least ${min}.`).max(max, `At most ${max}.`))

/** true, 1, '1', 'true', 'on' and 'yes' are true. */
export const isOn = (value: boolean | number | string | null | undefined): boolean =>
  value === true || value === 1 || (typeof value === 'string' && /^(1|true|on|yes)$/i.test(value))

/** By `isOn`; any other string or number is false. */
export const flag = z.union([z.boolean(), z.number(), z.string(), z.null()]).optional().transform(isOn)

/** One line of text, without what a paste carries along (`cleanLine`); a text that is too long is refused. */
export const line = (most: number) =>
  z
    .union([z.string(), z.number(), z.null()])
    .optional()
    .transform(value => cleanLine(String(value ?? '')))
    .pipe(z.string().max(most, `At most ${most} characters.`))

/** A quantity as typed; wider than any, so that the form comes back with the sentence at the field. */
export const typedQuantity = line(1000)

/** Of a form: the same one sent twice is done once. */
export const requestKey = z.string().min(8).max(64)

/** An amount in a call: pounds with at most two decimals (R-CALL-3). */
export const poundsAmount = z.number()

/** A text of several lines, cleaned as by `cleanLines`, with at most `max` characters; null: ''. */
export const multilineText = (max: number) =>
  z
    .union([z.string(), z.null()], { error: 'Enter some text.' })
    .transform(value => cleanLines(value ?? ''))
    .pipe(z.string().max(max, `At most ${max} characters.`))
