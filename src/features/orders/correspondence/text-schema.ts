import { z } from 'zod'

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
