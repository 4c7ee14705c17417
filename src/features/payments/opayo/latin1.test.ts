import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLatin1, toLatin1, truncate } from './form.ts'

test('latin-1 letters stay as they are, others are transliterated', () => {
  expect(toLatin1('José Ærøskøbing')).toBe('José Ærøskøbing')
  expect(toLatin1('Łódź, Tŷ Gwyn, O’Brien — Šimek')).toBe("Lódz, Ty Gwyn, O'Brien - Simek")
  expect(toLatin1('ﬁtting ①')).toBe('fitting 1')
})

test('a character without a transliteration is left out, and a line break becomes a blank', () => {
  expect(toLatin1('李 Lee\r\n🙂')).toBe(' Lee  ')
})

test('the result is printable latin-1 for any input, and a second conversion changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      const once = toLatin1(text)
      expect(isLatin1(once)).toBe(true)
      expect(once).toMatch(/^[\x20-\x7e\xa1-\xff]*$/)
      expect(toLatin1(once)).toBe(once)
    }),
  )
})

test('a text that is too long loses its last words, not half of one', () => {
  expect(truncate('Unit 7 Industrial Estate', 20)).toBe('Unit 7 Industrial')
  expect(truncate('Wolfeschlegelsteinhausen', 20)).toBe('Wolfeschlegelsteinha')
  expect(truncate('A Featherstonehaughs', 5)).toBe('A Fea')
  expect(truncate('Station Road', 7)).toBe('Station')
})
