import { describe, expect, test } from 'vitest'
import { parseFormBody } from './forms.ts'

const parse = (form: string) => parseFormBody(Buffer.from(form))
const numbered = (numbers: number[]) => numbers.map(n => `rows[${n}][id]=${n}`).join('&')
const ids = (numbers: number[]) => numbers.map(n => ({ id: String(n) }))
const repeat = (times: number, toField: (n: number) => string) =>
  Array.from({ length: times }, (_, n) => toField(n)).join('&')

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
    expect(parse(numbered([...numbers]))).toEqual({ rows: read })
  },
)

test.for(['v=a&v=b', 'v[]=a&v[]=b', 'v[0]=a&v[1]=b', 'v[3]=a&v[4000]=b', 'v=a&v=b&', '&v%5B%5D=a&&v[]=b'])(
  '%j is a list of two values',
  form => {
    expect(parse(form)).toEqual({ v: ['a', 'b'] })
  },
)

test.for([
  ['rows[][id]=1&rows[][id]=2', { rows: ids([1, 2]) }],
  ['0=a&1=b', { 0: 'a', 1: 'b' }],
  ['a', { a: '' }],
  ['a=b=c', { a: 'b=c' }],
  ['a[b=c', { 'a[b': 'c' }],
  ['[a]=b', { '[a]': 'b' }],
  ['a[b][c][d][e][f][g]=1', { a: { b: { c: { d: { e: { f: { g: '1' } } } } } } }],
] as const)('%j is read as browsers and PHP do', ([form, read]) => {
  expect(parse(form)).toEqual(read)
})

test.for([
  ['v=caf%C3%A9+au%20lait', 'café au lait'],
  ['v=café', 'café'],
  ['v=100%', '100%'],
  ['v=caf%c3%a9 50% %zz', 'café 50% %zz'],
  ['v=%EF%BF%BD', '\uFFFD'],
  ['v=%F0%9F%94%A7', '🔧'],
])('a value is decoded where it is encoded: %j', ([form, read]) => {
  expect(parse(form!)).toEqual({ v: read })
})

describe('a form is refused', () => {
  test.for(['v=%00', 'v=%E9', 'v=a%C3', 'v=%ED%A0%80', '%FF=1', 'v[%C3]=1'])(
    'when a character cannot be stored as it was meant: %j',
    form => {
      expect(() => parse(form)).toThrow(expect.objectContaining({ status: 400 }))
    },
  )

  test('in another charset, instead of storing other letters', () => {
    expect(() => parseFormBody(Buffer.from('v=caf\xe9', 'latin1'))).toThrow()
  })

  test.for(['a[__proto__][x]=1', '__proto__[y]=2', 'constructor[prototype][z]=3', 'a[%5f_proto__]=1'])(
    'with the name of an object’s prototype: %j',
    form => {
      expect(() => parse(form)).toThrow(expect.objectContaining({ status: 400 }))
      expect('y' in {}).toBe(false)
    },
  )

  test.for(['a=1&a[b]=2', 'a[b]=1&a=2', 'a[b][c]=1&a[b]=2', 'a[0]=1&a[0][b]=2'])(
    'when two fields contradict each other: %j',
    form => {
      expect(() => parse(form)).toThrow(expect.objectContaining({ status: 400 }))
    },
  )

  test.for([
    ['more than 12,000 fields', repeat(12_001, n => `a${n % 100}[${n % 1000}]=1`)],
    ['nothing but separators', '&'.repeat(20_000)],
    ['more than 1,000 values of a name', repeat(1001, () => 'a=1')],
    ['more than 1,000 rows without numbers', repeat(1001, () => 'a[][b]=1')],
    ['more than 1,000 rows with names', repeat(1001, n => `a[r${n}]=1`)],
    ['more than 1,000 names', repeat(1001, n => `a${n}=1`)],
    ['a thousand rows in each of twelve', repeat(12_000, n => `a[${n % 12}][${n}][b][c][d][e]=1`)],
  ])('with %s', ([, form]) => {
    expect(() => parse(form!)).toThrow(expect.objectContaining({ status: 413 }))
  })

  test('with too many brackets', () => {
    const error = expect.objectContaining({ status: 400 })
    expect(() => parse(`a${'[b]'.repeat(7)}=1`)).toThrow(error)
    expect(() => parse(`a${'[]'.repeat(500_000)}=1`)).toThrow(error)
  })
})

test('a thousand rows of twelve fields come through whole', () => {
  const form = parse(repeat(12_000, n => `rows[${Math.floor(n / 12)}][f${n % 12}]=${n}`))
  const rows = form.rows as Record<string, string>[]
  expect(rows).toHaveLength(1000)
  expect(rows[999]).toMatchObject({ f0: '11988', f11: '11999' })
})
