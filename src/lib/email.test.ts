import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isEmail, listEmailForms, normaliseEmail, toAsciiEmail } from './email.ts'

test.each([
  'ada@northfield.example',
  ' Ada.Byron+parts@Northfield.Example ',
  "o'neill@example.co.uk",
  'x@bücher.example',
  'a@1.io',
  `${'a'.repeat(68)}@example.com`,
])('%j is an e-mail address', email => {
  expect(isEmail(email)).toBe(true)
})

test.each([
  '',
  'ada',
  'ada@',
  '@example.com',
  'ada@example',
  'ada@@example.com',
  'ada@example..com',
  'ada@-example.com',
  '.ada@example.com',
  'ada@exam ple.com',
  'ada@example.com\r\nBcc: all@example.com',
  'ada@example.com, bob@example.com',
  `${'a'.repeat(69)}@example.com`,
])('%j is no e-mail address', no => {
  expect(isEmail(no)).toBe(false)
})

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
