import { z } from 'zod'

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

/** true, 1, '1', 'true', 'on' and 'yes' are true; any other string or number is false. */
export const flag = z
  .union([z.boolean(), z.number(), z.string(), z.null()])
  .optional()
  .transform(value => value === true || value === 1 || /^(1|true|on|yes)$/i.test(String(value ?? '')))

/** One line of text, trimmed; line breaks and control characters become spaces, so that no value can split a header. */
export const line = (most: number) =>
  z
    .union([z.string(), z.number(), z.null()])
    .optional()
    .transform(value =>
      String(value ?? '')
        // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression matches what is removed
        .replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ')
        .trim(),
    )
    .pipe(z.string().max(most, `At most ${most} characters.`))

/** An amount in a call: pounds with at most two decimals (R-CALL-3). */
export const poundsAmount = z.number()
