import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NearWords } from './near-words.ts'
import { getEdits } from './spelling.ts'

const letters = fc.string({ unit: fc.constantFrom(...'abcdefst'), minLength: 3, maxLength: 12 })

test('no word within the allowed slips is left out', () => {
  fc.assert(
    fc.property(letters, fc.array(letters, { maxLength: 200 }), (typed, words) => {
      const candidates = new NearWords(words).listCandidates(typed)
      const near = words.filter(word => getEdits(typed, word) !== null)
      expect(candidates).toEqual(expect.arrayContaining(near))
    }),
  )
})

test('a word of other letters is not compared, and a plural of a near word is', () => {
  const words = new NearWords(['breathers', 'hydraulic', 'housings', 'p551712'])
  expect(words.listCandidates('braether')).toEqual(['breathers'])
  words.add('breather')
  expect(words.listCandidates('braether')).toEqual(['breather', 'breathers'])
})
