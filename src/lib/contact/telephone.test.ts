import { expect, test } from 'vitest'
import { getFirstNumber, isPhone, toTelephoneUrl } from './telephone.ts'

const leeds = [
  '0113 496 0000',
  '(0113) 496 0000',
  '0113-496-0000',
  '0113/496 0000',
  '+44 (0)113 496 0000',
  '+44(0)1134960000',
  '(+44) 113 496 0000',
  '+44 0113 496 0000',
  '+44.113.496.0000',
  '0044 113 496 0000',
  '0044 (0) 113 496 0000',
  '00 44 113 496 0000',
  '44 113 496 0000',
  '０１１３ ４９６ ００００',
  '\u202a0113\u00a0496\u20090000\u202c',
  '0113 496 0000 / 0113 496 0001',
  '0113 496 0000 or 07700 900123',
  '0113 496 0000; 07700 900123',
  '0113 496 0000, 07700 900123',
  '0113 496 0000/1',
  '0113 496 0000 (Mon–Fri)',
]
test.each(leeds)('%j is accepted, and dials Leeds', typed => {
  expect([isPhone(typed), toTelephoneUrl(typed)]).toEqual([true, 'tel:+441134960000'])
})

test.each([
  'ext. 12',
  'ext 12',
  'x12',
  'x 12',
  '#12',
  '(ext 12)',
  ', ext 12',
  '/ ext. 12',
  'extension 12',
  'Extn: 12',
  ';ext=12',
])('0113 496 0000 %s dials the extension behind the number', extension => {
  const typed = `0113 496 0000 ${extension}`
  expect([isPhone(typed), toTelephoneUrl(typed)]).toEqual([true, 'tel:+441134960000;ext=12'])
})

test.each([
  ['087 123 4567', 'IE', 'tel:+353871234567'],
  ['+353 (0)87 123 4567', 'GB', 'tel:+353871234567'],
  ['22 12 34 56', 'NO', 'tel:+4722123456'],
  ['47 22 12 34 56', 'NO', 'tel:+4722123456'],
  ['01534 440000', 'JE', 'tel:+441534440000'],
  ['+39 06 123 4567', 'GB', 'tel:+39061234567'],
  ['0800 123456', 'GB', 'tel:+44800123456'],
])('%j in %s dials %s', (typed, country, url) => {
  expect(toTelephoneUrl(typed, country)).toBe(url)
})

test.each([
  ['087 123 4567', 'GB', 'tel:0871234567'],
  ['07700 900123', 'IE', 'tel:07700900123'],
  ['0845 46 47', 'GB', 'tel:08454647'],
])('%j does not fit %s, and is dialled as it was typed', (typed, country, url) => {
  expect(toTelephoneUrl(typed, country)).toBe(url)
})

test('of two numbers the first is known', () => {
  expect(getFirstNumber('01234 567890 / 07700 900123')).toBe('01234 567890')
  expect(getFirstNumber('0113 496 0000 (ext 12)')).toBe('0113 496 0000')
})

test.each([
  '',
  '12345',
  'no phone',
  '4929 0000 0000 6123 4567 890',
  '0113 496 0000\u00d712',
  `0113 496 0000 ${'x'.repeat(60)}`,
])('%j is no telephone number', typed => {
  expect(isPhone(typed)).toBe(false)
})
