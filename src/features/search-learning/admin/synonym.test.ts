import { expect, test } from 'vitest'
import { parseSynonym, pickSynonymWord } from './synonym.ts'

const input = { word: 'gizmo', means: 'oil filter', language: 'en' }

test('a synonym is stored as the search reads it', () => {
  expect(parseSynonym({ word: ' Ölfilter ', means: 'Oil-Filter, SPIN-ON', language: 'de' })).toEqual({
    synonym: { word: 'olfilter', means: 'oil filter spin on', language: 'de' },
  })
})

test.each([
  [{ word: ' ' }, { word: 'Enter the word people type.' }],
  [{ word: 'screw-on' }, { word: 'Enter one word: the search reads this as 2, “screw” and “on”.' }],
  [{ word: 'x' }, { word: 'A word has at least 2 letters or digits.' }],
  [{ word: 'x'.repeat(41) }, { word: 'Word must be 40 characters or fewer.' }],
  [{ word: 'für' }, { word: 'The search leaves “fur” out of every question, so a meaning has no effect.' }],
  [{ means: '!' }, { means: 'Enter what it means, in words used for products.' }],
  [{ means: 'a b c d e f g' }, { means: 'A meaning has at most 6 words.' }],
  [{ means: 'y'.repeat(101) }, { means: 'Meaning must be 100 characters or fewer.' }],
  [{ means: 'Gizmo' }, { means: 'A word cannot mean itself.' }],
  [{ language: 'it' }, { language: 'Choose a language.' }],
])('staff who enter %j read what is wrong', (change, errors) => {
  expect(parseSynonym({ ...input, ...change })).toEqual({ errors })
})

test('the form has the word of the question when there is only one', () => {
  expect(pickSynonymWord('Gizmo for my')).toBe('gizmo')
  expect(pickSynonymWord('gizmo filter')).toBe('')
})
