import { expect, test } from 'vitest'
import { foldAccents } from './fold-accents.ts'

test.each([
  ['Hägglunds', 'hagglunds'],
  ['Ha\u0308gglunds', 'hagglunds'],
  ['Größe', 'grosse'],
  ['Ładowarka', 'ladowarka'],
  ['Sørensen', 'sorensen'],
  ['Ｆilter', 'filter'],
  ['Ø 93 mm', 'ø 93 mm'],
])('a keyboard without such letters finds %j as %j', (text, plain) => {
  expect(foldAccents(text)).toBe(plain)
})
