import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { KeptRows, type Reading } from './kept-rows.ts'

type Step =
  | { kind: 'change' | 'show' | 'ask'; id: number }
  | { kind: 'tell' | 'forget' | 'stop' | 'begin' }
  | { kind: 'answer'; nth: number }

const id = fc.integer({ min: 0, max: 2 })
const often = 8
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: often, arbitrary: fc.record({ kind: fc.constantFrom('ask' as const, 'show' as const), id }) },
  { weight: often, arbitrary: fc.record({ kind: fc.constant('answer' as const), nth: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('change' as const), id }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('tell' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('forget' as const, 'stop' as const, 'begin' as const) }),
  },
)

/** A database, buyers who look, and notices that come later than the change. `shown` hears of each row shown. */
function live(steps: Step[], shown: (row: number, isNow: number, isTold: boolean) => void): void {
  const rows = new KeptRows<number, number>(2)
  const database = [0, 0, 0]
  const untold = new Set<number>()
  const asked: { reading: Reading; id: number; row: number }[] = []
  let isHeard = false
  for (const one of steps) {
    if (one.kind === 'change') {
      database[one.id]! += 1
      if (isHeard) untold.add(one.id)
    } else if (one.kind === 'tell') {
      if (isHeard) rows.drop(untold)
      untold.clear()
    } else if (one.kind === 'ask') {
      asked.push({ reading: rows.reading(), id: one.id, row: database[one.id]! })
    } else if (one.kind === 'answer') {
      const [answer] = asked.splice(one.nth, 1)
      if (answer) rows.keep(answer.reading, answer.id, answer.row)
    } else if (one.kind === 'show') {
      const row = rows.get(one.id)
      if (row !== undefined) shown(row, database[one.id]!, !untold.has(one.id))
    } else if (one.kind === 'forget') {
      rows.forget()
    } else if (one.kind === 'begin') {
      isHeard = true
      rows.begin()
    } else {
      isHeard = false
      untold.clear()
      rows.stop()
    }
  }
}

describe('rows that are kept', () => {
  test('are what the database says as soon as a change is told, however reading, change and notice cross', () => {
    let showings = 0
    fc.assert(
      fc.property(fc.array(step, { minLength: 60, maxLength: 120 }), steps => {
        live([{ kind: 'begin' }, ...steps], (row, isNow, isTold) => {
          showings++
          if (isTold) expect(row).toBe(isNow)
        })
      }),
      { numRuns: 200, seed: 11 },
    )
    expect(showings).toBeGreaterThan(500)
  })

  test('do not outlive a change that was told while they were being read', () => {
    const rows = new KeptRows<number, string>(10)
    rows.begin()
    const reading = rows.reading()
    rows.drop([7])
    rows.keep(reading, 7, 'as it was')
    expect(rows.get(7)).toBeUndefined()
    rows.keep(rows.reading(), 7, 'as it is')
    expect(rows.get(7)).toBe('as it is')
  })

  test('are none while nobody hears of changes, and none that were read meanwhile', () => {
    const rows = new KeptRows<number, string>(10)
    rows.keep(rows.reading(), 1, 'before')
    const meanwhile = rows.reading()
    rows.begin()
    rows.keep(meanwhile, 2, 'meanwhile')
    rows.keep(rows.reading(), 3, 'heard')
    expect([1, 2, 3].map(key => rows.get(key))).toEqual([undefined, undefined, 'heard'])
    rows.stop()
    rows.keep(rows.reading(), 4, 'after')
    rows.begin()
    expect([3, 4].map(key => rows.get(key))).toEqual([undefined, undefined])
  })

  test('are so many by weight, and the oldest that nobody asked for goes first', () => {
    const rows = new KeptRows<string, string>(4)
    rows.begin()
    for (const key of ['a', 'b', 'c']) rows.keep(rows.reading(), key, key)
    rows.get('a')
    rows.keep(rows.reading(), 'heavy', 'heavy', 2)
    expect(['a', 'b', 'c', 'heavy'].map(key => rows.get(key))).toEqual(['a', undefined, 'c', 'heavy'])
    rows.keep(rows.reading(), 'heavy', 'light', 1)
    rows.keep(rows.reading(), 'd', 'd')
    expect(['a', 'c', 'heavy', 'd'].map(key => rows.get(key))).toEqual(['a', 'c', 'light', 'd'])
  })

  test('let one in though all others were asked for', () => {
    const rows = new KeptRows<number, number>(500)
    rows.begin()
    for (let id = 0; id < 500; id++) {
      rows.keep(rows.reading(), id, id)
      rows.get(id)
    }
    rows.keep(rows.reading(), 500, 500)
    expect(rows.get(500)).toBe(500)
    expect(
      Array.from({ length: 500 }, (_, id) => rows.get(id)).filter(row => row === undefined),
    ).toHaveLength(1)
  })
})
