import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isEmail } from './email.ts'
import { listEmailForms, normaliseEmail, toAsciiEmail } from './normalise-email.ts'

test('addresses are stored trimmed and in lower case', () => {
  expect(normaliseEmail(' Ada@Example.COM ')).toBe('ada@example.com')
})

test.each([
  '\u200bada@north\u00adfield.example\u200e',
  '\u00a0ada@northfield.example\u2069',
  'ａｄａ＠northfield.example',
])('%j, pasted, is the address without what the paste carries along', pasted => {
  expect([isEmail(pasted), normaliseEmail(pasted)]).toEqual([true, 'ada@northfield.example'])
})

test.each(['x@bücher.example', 'x@Bu\u0308cher.example', 'X@XN--BCHER-KVA.example', 'x@bücher。example'])(
  '%s is the address x@bücher.example',
  typed => {
    expect(normaliseEmail(typed)).toBe('x@bücher.example')
    expect(toAsciiEmail(typed)).toBe('x@xn--bcher-kva.example')
    expect(listEmailForms(typed)).toEqual(
      expect.arrayContaining(['x@bücher.example', 'x@xn--bcher-kva.example']),
    )
  },
)

test('the form that was typed comes first', () => {
  expect(listEmailForms('x@xn--bcher-kva.example')[0]).toBe('x@xn--bcher-kva.example')
  expect(listEmailForms('x@bücher.example')[0]).toBe('x@bücher.example')
  expect(listEmailForms('ada@northfield.example')).toEqual(['ada@northfield.example'])
})

test.each([
  'x@xn--.example',
  'x@xn--zzzzzzzz-999999.example',
  'x@büch er.example',
  // An emoji.
  'x@xn--ls8h.example',
  'x@ü:80',
  'x@ü/y',
  'ü',
  '@ü',
])('%j is left as it is', typed => {
  expect(normaliseEmail(typed)).toBe(typed)
})

test('normalising twice changes nothing more', () => {
  const domain = fc.string({
    unit: fc.constantFrom('ü', 'ß', 'a', '1', '.', '-', 'xn--', '例', 'Ω', '。', '\u200d'),
    maxLength: 12,
  })
  fc.assert(
    fc.property(domain, text => {
      const email = normaliseEmail(`a@${text}`)
      expect(normaliseEmail(email)).toBe(email)
      expect(normaliseEmail(toAsciiEmail(email))).toBe(email)
    }),
    { numRuns: 2000 },
  )
})
