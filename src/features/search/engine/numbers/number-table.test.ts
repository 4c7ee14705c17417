import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runSteps } from '../sorting.ts'
import { createGrams, type NumberEntry, NumberSegmentBuilder } from './number-segment.ts'
import { NumberTable } from './number-table.ts'

const anyKeys = (maxLength: number) =>
  fc.array(fc.string({ unit: fc.constantFrom(...'019ABZ'), minLength: 1, maxLength }), { maxLength: 60 })

const toEntries = (keys: readonly string[]): NumberEntry[] =>
  keys.toSorted().map((key, at) => ({ key, document: at % 7, referenceId: at + 1, maker: 0 }))

function createTable(entries: readonly NumberEntry[], capacity = 1000): NumberTable {
  const builder = new NumberSegmentBuilder()
  for (const entry of entries) builder.add(entry)
  const numbers = builder.build()
  return new NumberTable({ ...numbers, grams: runSteps(createGrams(numbers)) }, capacity)
}

const listDocuments = (table: NumberTable, key: string, isNumber = false) => [
  ...table.toDocuments(table.match(key, isNumber).positions).documents,
]
const listKeys = (table: NumberTable, positions: ArrayLike<number>) =>
  Array.from(positions, position => table.keyAt(position))

test('matches each number that starts with the key, the number itself first', () => {
  fc.assert(
    fc.property(
      anyKeys(5),
      fc.string({ unit: fc.constantFrom(...'19ABZ'), minLength: 2, maxLength: 4 }),
      (keys, key) => {
        const table = createTable(toEntries(keys))
        const begins = keys.toSorted().filter(one => one.startsWith(key))
        const zeros = keys.toSorted().filter(one => one !== key && one.replace(/^0+/, '') === key)
        const [exact, longer] = [begins.filter(one => one === key), begins.filter(one => one !== key)]
        const { positions, exactCount } = table.match(key, false)
        expect(listKeys(table, positions).toSorted()).toEqual([...exact, ...zeros, ...longer].toSorted())
        expect(listKeys(table, positions).slice(0, exact.length)).toEqual(exact)
        expect(exactCount).toBe(exact.length + zeros.length)
      },
    ),
  )
})

test('the number with other leading zeros comes before longer numbers', () => {
  const table = createTable([
    { key: '0012', document: 1, referenceId: 1, maker: 0 },
    { key: '12', document: 2, referenceId: 2, maker: 0 },
    { key: '120', document: 3, referenceId: 3, maker: 0 },
  ])
  expect(listDocuments(table, '12')).toEqual([2, 1, 3])
})

test('of equal numbers the own number comes first, then that of the more popular product', () => {
  const table = createTable([
    { key: 'P1', document: 5, referenceId: 9, maker: 0 },
    { key: 'P1', document: 2, referenceId: 8, maker: 0 },
    { key: 'P1', document: 7, referenceId: 0, maker: 0 },
    { key: 'P12', document: 1, referenceId: 0, maker: 0 },
  ])
  expect(listDocuments(table, 'P1')).toEqual([7, 2, 5, 1])
})

test('matches the numbers that contain a part of three characters or more, each once', () => {
  const part = fc.string({ unit: fc.constantFrom(...'01A'), minLength: 3, maxLength: 6 })
  fc.assert(
    fc.property(anyKeys(10), part, (keys, key) => {
      const table = createTable(
        keys.toSorted().map((one, at) => ({ key: one, document: at, referenceId: 1, maker: 0 })),
      )
      const { positions, exactCount } = table.match(key, true)
      const begins = keys.filter(one => one.startsWith(key))
      if (exactCount > 0 || begins.length >= 10) return
      expect(listKeys(table, positions).toSorted()).toEqual(keys.filter(one => one.includes(key)).toSorted())
    }),
  )
})

test('replaced numbers are searched as in a rebuilt table', () => {
  const changes = fc.array(fc.record({ document: fc.nat(6), keys: anyKeys(4) }), { maxLength: 5 })
  fc.assert(
    fc.property(anyKeys(4), changes, fc.constantFrom('1', '0A', 'AB', '9', 'Z0'), (keys, list, key) => {
      const table = createTable(toEntries(keys))
      let entries = toEntries(keys)
      for (const { document, keys: newKeys } of list) {
        const added = newKeys.map((one, at) => ({ key: one, document, referenceId: at, maker: 0 }))
        table.replace(new Set([document]), added)
        entries = [...entries.filter(entry => entry.document !== document), ...added]
      }
      const fresh = createTable(entries.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)))
      expect(listDocuments(table, key, true).toSorted()).toEqual(listDocuments(fresh, key, true).toSorted())
      const toCodes = (one: NumberTable) => [...one.listDocumentsByCode()].toSorted()
      expect(toCodes(table)).toEqual(toCodes(fresh))
    }),
  )
})

test('grows beyond its initial capacity', () => {
  const table = createTable(
    Array.from({ length: 20_000 }, (_, at) => ({
      key: `P${String(at).padStart(6, '0')}`,
      ...{ document: at, referenceId: 0, maker: 0 },
    })),
    20_000,
  )
  expect(table.count).toBe(20_000)
  expect(listDocuments(table, 'P0123')).toHaveLength(100)
})
