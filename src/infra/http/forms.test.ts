import { expect, test } from 'vitest'
import { parseFormBody } from './forms.ts'

const numbered = (numbers: number[]) => numbers.map(n => `rows[${n}][id]=${n}`).join('&')
const ids = (numbers: number[]) => numbers.map(n => ({ id: String(n) }))

test.for([
  [[0, 1, 2], ids([0, 1, 2])],
  [[2, 0, 1], ids([0, 1, 2])],
  [[...Array(60).keys()], ids([...Array(60).keys()])],
  [[7], { 7: { id: '7' } }],
  [[0, 25], { 0: { id: '0' }, 25: { id: '25' } }],
  [[3_000_000, 7], { 7: { id: '7' }, 3000000: { id: '3000000' } }],
] as const)(
  'rows numbered %j are a list when no number is missing, else an object by number',
  ([numbers, read]) => {
    expect(parseFormBody(numbered([...numbers]))).toEqual({ rows: read })
  },
)

test.for(['v=a&v=b', 'v[]=a&v[]=b', 'v[0]=a&v[1]=b', 'v[3]=a&v[4000]=b'])(
  '%j is a list of two values',
  form => {
    expect(parseFormBody(form)).toEqual({ v: ['a', 'b'] })
  },
)

test('a form with numeric field names stays an object', () => {
  expect(parseFormBody('0=a&1=b')).toEqual({ 0: 'a', 1: 'b' })
})

test('names of object prototypes are not fields', () => {
  const form = parseFormBody('a[__proto__][x]=1&__proto__[y]=2&constructor[prototype][z]=3&b=4')
  expect(form).toEqual({ b: '4' })
  expect('y' in {}).toBe(false)
})

test('a form with the maximum of high numbers does not block the server', () => {
  const fields = Array.from(
    { length: 12_000 },
    (_, n) => `a[11999][11999][11999][11999][11999][k${n % 900}${n}]=1`,
  )
  const startMs = performance.now()
  expect(() => parseFormBody(fields.join('&'))).toThrow()
  // A tenth of a second; iterating the gaps took half a minute.
  expect(performance.now() - startMs).toBeLessThan(5000)
})
