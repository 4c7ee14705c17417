import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasBit } from './bits.ts'
import { itemsBuilder, postingsOf } from './postings.ts'
import { sortedInSteps } from './sorted-in-steps.ts'

function inOneGo<T>(steps: Generator<undefined, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

const kinds = 6
const documents = fc.array(fc.array(fc.nat(kinds - 2), { maxLength: 5 }), { maxLength: 120 })

test('each item knows the documents that have it, once and in their order', () => {
  fc.assert(
    fc.property(documents, docs => {
      const builder = itemsBuilder()
      for (const items of docs) {
        for (const item of items) builder.add(item)
        builder.endOfDocument()
      }
      const postings = inOneGo(postingsOf(builder.finish(), kinds))
      expect(postings.length).toBe(kinds)
      for (const [item, posting] of postings.entries()) {
        const having = [...docs.keys()].filter(doc => docs[doc]!.includes(item))
        const told = posting
          ? [...docs.keys()].filter(doc =>
              posting.bits ? hasBit(posting.bits, doc) : posting.docs.includes(doc),
            )
          : []
        expect(told).toEqual(having)
        expect(posting?.count ?? 0).toBe(having.length)
        if (posting?.docs) expect([...posting.docs]).toEqual(having)
      }
    }),
  )
})

test('a list sorted in steps is the list sorted at once', () => {
  const list = Array.from({ length: 30_000 }, (_, nth) => ({ key: (nth * 7919) % 1000, nth }))
  const compare = (a: { key: number }, b: { key: number }) => a.key - b.key
  expect(inOneGo(sortedInSteps(list, compare))).toEqual(list.toSorted(compare))
  expect(inOneGo(sortedInSteps([], compare))).toEqual([])
})
