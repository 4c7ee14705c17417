import { expect, test } from 'vitest'
import { parsePhone, shortenPhone } from './phone.ts'

test.each([
  ['0113 496 0000', 'GB', '+441134960000'],
  ['+44 (0)113 496 0000', 'GB', '+441134960000'],
  ['(0113) 496.0000', 'GB', '+441134960000'],
  ['0113 496 0000 ext 12', 'GB', '+441134960000'],
  ['01 234 5678', 'IE', '+35312345678'],
  ['22 12 34 56', 'NO', '+4722123456'],
  ['01534 123456', 'JE', '+441534123456'],
  ['+47 22 12 34 56', 'GB', '+4722123456'],
])('%s typed in %s is %s', (typed, country, e164) => {
  expect(parsePhone(typed, country)).toEqual({ typed, e164 })
})

test('a number that no numbering plan recognises stays as typed', () => {
  expect(parsePhone(' 123456 ', 'GB')).toEqual({ typed: '123456', e164: null })
  expect(parsePhone('0113 496 0000', 'DE')?.typed).toBe('0113 496 0000')
  expect(parsePhone('0113 496 0000', 'nowhere')?.e164).toBe('+441134960000')
})

test.each(['', '   ', 'call me', '12', '0113 496 0000 or Bob', '0'.repeat(41), '+'])(
  '%j is no telephone number',
  no => {
    expect(parsePhone(no, 'GB')).toBe(null)
  },
)

test('a short field gets the longest form that fits', () => {
  const phone = parsePhone('+44 (0)113 496 0000 ext 12', 'GB')!
  expect(shortenPhone(phone, 40)).toBe('+44 (0)113 496 0000 ext 12')
  expect(shortenPhone(phone, 20)).toBe('+441134960000')
})
