import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parseIsoDate } from '../lib/dates.ts'
import { parseTerms, type TermsOfSale } from '../lib/terms.ts'
import { readTermsText } from './terms-file.ts'

const read = (isDemo: boolean, file?: string) => parseTerms(readTermsText(isDemo, file)!) as TermsOfSale
const demoTerms = read(true)

test('the version of the terms is a day that can be shown', () => {
  expect(parseIsoDate(demoTerms.version)).toBe(demoTerms.version)
})

test('no section is empty and headings are unique, so that each can be linked to', () => {
  const headings = demoTerms.sections.map(section => section.heading)
  expect(new Set(headings).size).toBe(headings.length)
  for (const { paragraphs } of demoTerms.sections) {
    expect(paragraphs.length).toBeGreaterThan(0)
    expect(paragraphs.every(paragraph => paragraph.length > 40)).toBe(true)
  }
})

test('the statements that consumer law requires are present', () => {
  const fullText = demoTerms.sections.flatMap(section => section.paragraphs).join('\n')
  for (const phrase of [
    '14 days',
    'Consumer Rights Act 2015',
    'Consumer Contracts Regulations 2013',
    'Within 30 days',
  ]) {
    expect(fullText).toContain(phrase)
  }
})

test('R-EMPTY-4: the draft for owners is the text of the demo, in the form of the file', () => {
  const termsFile = fileURLToPath(new URL('../../deploy/terms.example.md', import.meta.url))
  expect(read(false, termsFile)).toEqual(demoTerms)
})

test('R-EMPTY-4: the file may have Windows line ends, deeper headings and wrapped paragraphs', () => {
  const text =
    '\uFEFFVersion: 2026-11-24\r\n\r\n## Prices\r\n\r\nPrices are\r\nin pounds.\r\n\r\nVAT is added.\r\n'
  expect(parseTerms(text)).toEqual({
    version: '2026-11-24',
    sections: [{ heading: 'Prices', paragraphs: ['Prices are in pounds.', 'VAT is added.'] }],
  })
})

test('R-EMPTY-4: lines of a list stay apart', () => {
  const terms = parseTerms('Version: 2026-11-24\n\n# Prices\n\nPrices are:\n- in pounds\n- without VAT\n')
  expect(terms).toMatchObject({ sections: [{ paragraphs: ['Prices are:', '- in pounds', '- without VAT'] }] })
})

test.each([
  ['', 'the first line must be the day of the version'],
  ['Version: soon\n\n# Prices\n\nIn pounds.', 'the first line must be the day of the version'],
  ['Version: 2026-11-24\n\nIn pounds.', 'the text after the version must begin with a heading'],
  ['Version: 2026-11-24\n\nFor all.\n\n# Prices\n\nIn pounds.', 'the text after the version must begin'],
  ['Version: 2026-11-24\n\n#Prices\n\nIn pounds.', 'the heading “#Prices” needs a space after #'],
  ['Version: 2026-11-24\n', 'there is no section'],
  ['Version: 2026-11-24\n\n# Prices\n', 'the section “Prices” has no text'],
  ['Version: 2026-11-24\n\n# A\n\nx\n\n# A\n\ny', 'the heading “A” is there twice'],
])('R-EMPTY-4: %j is refused with a sentence', (text, sentence) => {
  expect(parseTerms(text)).toContain(sentence)
})
