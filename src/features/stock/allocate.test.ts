import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allocateOldestFirst, type WaitingLine } from './allocate.ts'

const line = (productId: number, open: number, isReady = true): WaitingLine => ({ productId, open, isReady })

test('the oldest order gets what is there, the next one the rest, and the last one nothing', () => {
  const lines = [line(1, 3), line(2, 1), line(1, 4), line(1, 2)]
  expect(allocateOldestFirst(new Map([[1, 5]]), lines)).toEqual([3, 0, 2, 0])
})

test('a held order is passed over, and first again when it is released', () => {
  const onHand = new Map([[1, 4]])
  expect(allocateOldestFirst(onHand, [line(1, 3, false), line(1, 3)])).toEqual([0, 3])
  expect(allocateOldestFirst(onHand, [line(1, 3), line(1, 3)])).toEqual([3, 1])
})

const product = fc.integer({ min: 1, max: 4 })
const lines = fc.array(
  fc.record({ productId: product, open: fc.integer({ min: 1, max: 50 }), isReady: fc.boolean() }),
)
const onHand = fc
  .dictionary(product.map(String), fc.integer({ min: 0, max: 100 }))
  .map(figures => new Map(Object.entries(figures).map(([id, figure]) => [Number(id), figure])))

test('no line sends more than it has open, and no product more than is on hand', () => {
  fc.assert(
    fc.property(onHand, lines, (figures, waiting) => {
      const sent = allocateOldestFirst(figures, waiting)
      expect(sent).toHaveLength(waiting.length)
      for (const [nth, { open, isReady }] of waiting.entries()) {
        expect(sent[nth]).toBeGreaterThanOrEqual(0)
        expect(sent[nth]).toBeLessThanOrEqual(isReady ? open : 0)
      }
      for (const id of [1, 2, 3, 4]) {
        const ofProduct = waiting.flatMap((each, nth) =>
          each.productId === id ? [{ ...each, sent: sent[nth]! }] : [],
        )
        const total = ofProduct.reduce((sum, each) => sum + each.sent, 0)
        const ready = ofProduct.reduce((sum, each) => sum + (each.isReady ? each.open : 0), 0)
        // Nothing that could go out stays.
        expect(total).toBe(Math.min(figures.get(id) ?? 0, ready))
      }
    }),
  )
})

test('a younger line gets something only when all older ones that may go out are complete', () => {
  fc.assert(
    fc.property(onHand, lines, (figures, waiting) => {
      const sent = allocateOldestFirst(figures, waiting)
      waiting.forEach((younger, nth) => {
        if (sent[nth] === 0) return
        waiting.slice(0, nth).forEach((older, at) => {
          if (older.productId === younger.productId && older.isReady) expect(sent[at]).toBe(older.open)
        })
      })
    }),
  )
})

test('more on hand never means less for a line', () => {
  fc.assert(
    fc.property(onHand, lines, product, fc.integer({ min: 1, max: 30 }), (figures, waiting, id, more) => {
      const before = allocateOldestFirst(figures, waiting)
      const after = allocateOldestFirst(new Map(figures).set(id, (figures.get(id) ?? 0) + more), waiting)
      expect(after.filter((sent, nth) => sent < before[nth]!)).toEqual([])
    }),
  )
})
