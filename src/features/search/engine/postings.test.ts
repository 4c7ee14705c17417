import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addToPosting, createPosting, isInPosting, type Posting, removeFromPosting } from './bit-set.ts'
import { createPostings, DocumentItemsBuilder } from './postings.ts'
import { runSteps, sortInSteps } from './sorting.ts'

const itemCount = 6
const anyDocuments = fc.array(fc.array(fc.nat(itemCount - 2), { maxLength: 5 }), { maxLength: 120 })
const listDocuments = (posting: Posting, capacity: number) =>
  Array.from({ length: capacity }, (_, document) => document).filter(document =>
    isInPosting(posting, document),
  )

test('each item has the documents that have it, once and in order', () => {
  fc.assert(
    fc.property(anyDocuments, documents => {
      const builder = new DocumentItemsBuilder()
      for (const items of documents) {
        for (const item of items) builder.add(item)
        builder.endDocument()
      }
      const postings = runSteps(createPostings(builder.build(), itemCount, documents.length))
      expect(postings.length).toBe(itemCount)
      for (const [item, posting] of postings.entries()) {
        const expected = [...documents.keys()].filter(document => documents[document]!.includes(item))
        expect(posting ? listDocuments(posting, documents.length) : []).toEqual(expected)
        expect(posting?.count ?? 0).toBe(expected.length)
      }
    }),
  )
})

test('documents are added to and removed from a posting, as a list and as bits', () => {
  const steps = fc.array(fc.record({ document: fc.nat(99), isAdded: fc.boolean() }), { maxLength: 60 })
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(99)), steps, (start, changes) => {
      const posting = createPosting(
        start.toSorted((a, b) => a - b),
        100,
      )
      const expected = new Set(start)
      for (const { document, isAdded } of changes) {
        if (isAdded) addToPosting(posting, document)
        else removeFromPosting(posting, document)
        if (isAdded) expected.add(document)
        else expected.delete(document)
      }
      expect(listDocuments(posting, 100)).toEqual([...expected].sort((a, b) => a - b))
      expect(posting.count).toBe(expected.size)
    }),
  )
})

test('sorting in steps equals sorting at once', () => {
  const list = Array.from({ length: 30_000 }, (_, nth) => ({ key: (nth * 7919) % 1000, nth }))
  const compare = (a: { key: number }, b: { key: number }) => a.key - b.key
  expect(runSteps(sortInSteps(list, compare))).toEqual(list.toSorted(compare))
  expect(runSteps(sortInSteps([], compare))).toEqual([])
})
