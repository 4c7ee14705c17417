import { expect, test } from 'vitest'
import { isEmail } from './email.ts'

test.each([
  'ada@northfield.example',
  ' Ada.Byron+parts@Northfield.Example ',
  "o'neill@example.co.uk",
  'x@bücher.example',
  'x@xn--bcher-kva.example',
  'x@bücher。example',
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
