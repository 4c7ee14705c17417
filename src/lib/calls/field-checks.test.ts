import { expect, test } from 'vitest'
import { toFieldErrors, validateText } from './field-checks.ts'

test('a text has to be there, and is no longer than it may be', () => {
  const toErrors = (text: string) => toFieldErrors({ reason: validateText('Reason', text, 1000) })
  expect(toErrors('')).toEqual({ reason: 'Reason is required.' })
  expect(toErrors('x'.repeat(1001))).toEqual({ reason: 'Reason must be 1000 characters or fewer.' })
  expect(toErrors('No')).toEqual({})
})
