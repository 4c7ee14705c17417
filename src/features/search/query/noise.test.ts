import { expect, test } from 'vitest'
import { stopWords } from './noise.ts'
import { tokenize } from './tokens.ts'

const withoutStopWords = (question: string) => tokenize(question).filter(word => !stopWords.has(word))

test.each([
  ['What replaces my oil filter for the JCB?', ['oil', 'filter', 'jcb']],
  ['Ich brauche einen Ölfilter für den Kubota', ['olfilter', 'kubota']],
  ['filtre à huile pour le tracteur', ['filtre', 'huile', 'tracteur']],
  ['filtre d’huile', ['filtre', 'huile']],
  ['Necesito el filtro de aire para una Kubota', ['filtro', 'aire', 'kubota']],
  ['filtr oleju do Zetora', ['filtr', 'oleju', 'zetora']],
])('of %j the words for the part and the machine count', (question, words) => {
  expect(withoutStopWords(question)).toEqual(words)
})

test.each([
  'Oil filter, spin-on',
  'Oil filter, by-pass',
  'Fuel filter, in-line',
  'Fuel/water separator',
  'Air/oil separator',
  'Hydraulic element, return',
  'Service kit',
  'Sealing ring',
  'O-ring set',
  'New Holland',
  'Case IH',
  'od 93 id 45 h 120',
])('no word of %j is a stop word', name => {
  expect(withoutStopWords(name)).toEqual(tokenize(name))
})

test('stop words are written as the tokenizer writes them', () => {
  for (const word of stopWords) expect(tokenize(word)).toEqual([word])
})
