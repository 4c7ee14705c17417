import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseJsonBody } from './json-body.ts'

const ones = (count: number) => `[${'1,'.repeat(count - 1)}1]`

describe('a JSON body is refused', () => {
  test.for([
    ['more than 1,000 rows', `{"rows":${ones(1001)}}`],
    ['a million values', ones(1_000_000)],
    ['a million empty rows', `[${'[],'.repeat(999_999)}[]]`],
    ['more than 1,000 fields', `{${Array.from({ length: 1001 }, (_, n) => `"f${n}":"]}"`).join(',')}}`],
    ['a thousand rows of 24 values', `{"rows":[${Array(1000).fill(ones(24)).join(',')}]}`],
  ])('with %s, as too large', ([, text]) => {
    expect(() => parseJsonBody(text!)).toThrow(expect.objectContaining({ status: 413 }))
  })

  test.for([
    '{"a":',
    '{"a":1}}',
    'undefined',
    '\uFEFF{}',
    '{"__proto__":{"a":1}}',
    '{"\\u005f_proto__":{"a":1}}',
    '{"\\u005F\\u005Fproto\\u005f_":{"a":1}}',
    '{"a":[{"constructor":{"prototype":{"a":1}}}]}',
    '{"a":{"constr\\u0075ctor":1}}',
    '{"name":"\\u0000"}',
    '{"na\\u0000me":1}',
    '{"name":"\\ud800"}',
    '{"name":"\\uDFFF\\uD800"}',
    '['.repeat(8) + ']'.repeat(8),
    '['.repeat(1_000_000),
    `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
  ])('%j cannot be read', text => {
    expect(() => parseJsonBody(text)).toThrow(expect.objectContaining({ status: 400 }))
    expect('a' in {}).toBe(false)
  })
})

test.for([
  '',
  ' \n',
  '{}',
  'null',
  '5',
  '"text"',
  '{"name":"__proto__ and constructor","and":"\\u00e9\\ud83d\\udd27"}',
  // What was typed, not an escape.
  '{"name":"\\\\u0000 \\\\ud800"}',
  `{"rows":${ones(1000)}}`,
  `{"rows":[${Array(1000)
    .fill(`{"code":"${'[,'.repeat(200)}","quantity":2}`)
    .join(',')}]}`,
  `{"text":"${'[{,\\"\\\\'.repeat(100_000)}"}`,
])('%j is read', text => {
  expect(parseJsonBody(text)).toEqual(text.trim() === '' ? {} : JSON.parse(text))
})

test('whatever is within the limits is read as it was meant', () => {
  const isForbidden = (value: unknown) =>
    /"(?:__proto__|constructor)":|\\u0000|\\ud[89a-f]/.test(JSON.stringify(value))
  const body = fc.jsonValue({ maxDepth: 5, noUnicodeString: false }).filter(value => !isForbidden(value))
  fc.assert(
    fc.property(body, fc.nat(2), (value, indent) => {
      expect(parseJsonBody(JSON.stringify(value, null, indent))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
    { numRuns: 200 },
  )
})
