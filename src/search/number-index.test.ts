import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasNumber, isBeginning, keyAt, numberIndexBuilder, productsBeginning } from './number-index.ts'
import { partsOf, placesHolding } from './number-parts.ts'

const keys = fc.array(fc.string({ unit: fc.constantFrom(...'019ABZ'), minLength: 1, maxLength: 5 }), {
  maxLength: 60,
})

function indexOf(list: { key: string; id: number }[]) {
  const builder = numberIndexBuilder()
  for (const { key, id } of list) builder.add(key, id)
  return builder.finish()
}

test('finds each product whose number is the key or begins with it, the very number first, once', () => {
  fc.assert(
    fc.property(
      keys,
      fc.string({ unit: fc.constantFrom(...'019ABZ'), minLength: 1, maxLength: 4 }),
      (list, key) => {
        const rows = list.toSorted().map((one, at) => ({ key: one, id: (at % 7) + 1 }))
        const index = indexOf(rows)
        const begins = rows.filter(row => row.key.startsWith(key))
        expect(isBeginning(index, key)).toBe(begins.length > 0)
        expect(hasNumber(index, key)).toBe(rows.some(row => row.key === key))
        expect(productsBeginning(index, key, [], 10)).toEqual([...new Set(begins.map(({ id }) => id))])
      },
    ),
  )
})

test('takes other spellings of the very number before what only begins so', () => {
  const index = indexOf([
    { key: '0012', id: 1 },
    { key: '12', id: 2 },
    { key: '120', id: 3 },
  ])
  expect(productsBeginning(index, '12', ['0012'], 3)).toEqual([2, 1, 3])
  expect(productsBeginning(index, '12', ['0012'], 2)).toEqual([2, 1])
})

test('grows with what it takes in', () => {
  const many = Array.from({ length: 20_000 }, (_, at) => ({
    key: `P${String(at).padStart(6, '0')}`,
    id: at + 1,
  }))
  const index = indexOf(many)
  expect(index.count).toBe(20_000)
  expect(productsBeginning(index, 'P0123', [], 20_000)).toHaveLength(100)
})

test('finds the numbers that hold a part of four signs or more, each once and in order', () => {
  const part = fc.string({ unit: fc.constantFrom(...'01A'), minLength: 4, maxLength: 6 })
  const long = fc.array(fc.string({ unit: fc.constantFrom(...'01A'), minLength: 1, maxLength: 10 }), {
    maxLength: 80,
  })
  fc.assert(
    fc.property(long, part, (list, key) => {
      const rows = list.toSorted()
      const index = indexOf(rows.map((one, at) => ({ key: one, id: at + 1 })))
      const steps = partsOf(index)
      let step = steps.next()
      while (!step.done) step = steps.next()
      const found = placesHolding(index, step.value, key)
      expect(found).toEqual(rows.flatMap((one, at) => (one.includes(key) ? [at] : [])))
      expect(found.map(place => keyAt(index, place))).toEqual(rows.filter(one => one.includes(key)))
    }),
  )
})
