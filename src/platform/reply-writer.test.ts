import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { writerOf } from './reply-writer.ts'

const line = z.object({ id: z.int(), price: z.number().nullable(), note: z.string().optional() })
const basket = z.object({
  total: z.number(),
  buyer: z.object({ name: z.string() }).nullable(),
  lines: z.array(line),
  byId: z.record(z.string(), line),
  first: line.optional(),
  found: z.union([z.object({ locked: z.literal(true) }), line]),
  state: z.union([z.literal(0), z.string()]),
})

const some = fc.string({ maxLength: 5 })
const lines = fc.record(
  {
    id: fc.integer(),
    price: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
    note: some,
    secret: some,
  },
  { requiredKeys: ['id', 'price'] },
)
const baskets = fc.record(
  {
    total: fc.integer(),
    buyer: fc.option(fc.record({ name: some, passwordHash: some })),
    lines: fc.array(lines, { maxLength: 3 }),
    byId: fc.dictionary(fc.constantFrom('1', '2', 'x'), lines),
    first: lines,
    found: fc.oneof(lines, fc.record({ locked: fc.constant(true), secret: some })),
    state: fc.oneof(fc.constant(0), some),
    secret: fc.anything(),
  },
  { requiredKeys: ['total', 'buyer', 'lines', 'byId', 'found', 'state'] },
)

describe('what a reply is written as', () => {
  test('is all that its call declares, and nothing else, at any depth', () => {
    const write = writerOf(basket)
    fc.assert(
      fc.property(baskets, value => {
        expect(JSON.parse(write(value))).toEqual(JSON.parse(JSON.stringify(basket.parse(value))))
      }),
    )
  })

  test('holds no secret that lies beside what is declared', () => {
    const secret = { passwordHash: 'x' }
    const row = { id: 1, price: null, ...secret }
    const value = { total: 1, buyer: { name: 'Ann', ...secret }, lines: [row], byId: { 1: row }, found: row }
    expect(writerOf(basket)({ ...value, state: 'a', ...secret })).toBe(
      '{"total":1,"buyer":{"name":"Ann"},"lines":[{"id":1,"price":null}],' +
        '"byId":{"1":{"id":1,"price":null}},"found":{"id":1,"price":null},"state":"a"}',
    )
  })

  test('is refused where something else lies than what is declared', () => {
    const listed = writerOf(z.array(z.union([z.object({ locked: z.literal(true) }), line])))
    expect(() => listed([{ other: 1 }])).toThrow('none of the kinds')
    expect(() => listed({ 0: { id: 1 } })).toThrow('a list')
    expect(() => writerOf(line)({ id: 1, price: { ...basket } })).toThrow('declares none')
    expect(() => writerOf(z.array(z.string()))([{ secret: 'x' }])).toThrow('declares none')
  })

  test('is never of a kind that cannot be looked into', () => {
    const unseen = [line.readonly(), z.unknown(), z.lazy(() => line), z.tuple([line]), line.and(line)]
    for (const kind of unseen) {
      expect(() => writerOf(z.object({ kind }))).toThrow('cannot be looked into')
    }
    expect(() => writerOf(z.union([line, z.string()]))).toThrow('or something else')
  })

  test('is the bare value where that is declared', () => {
    expect(writerOf(z.boolean())(false)).toBe('false')
    expect(writerOf(z.array(z.string()))(['£', '"'])).toBe('["£","\\""]')
  })
})
