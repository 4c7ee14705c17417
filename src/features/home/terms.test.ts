import { expect, test } from 'vitest'
import { parseIsoDate } from '../../lib/dates.ts'
import { termsSections, termsVersion } from './terms.ts'

test('the version of the terms is a day that can be shown', () => {
  expect(parseIsoDate(termsVersion)).toBe(termsVersion)
})

test('no section is empty and headings are unique, so that each can be linked to', () => {
  const headings = termsSections.map(section => section.heading)
  expect(new Set(headings).size).toBe(headings.length)
  for (const { paragraphs } of termsSections) {
    expect(paragraphs.length).toBeGreaterThan(0)
    expect(paragraphs.every(paragraph => paragraph.length > 40)).toBe(true)
  }
})

test('the statements that consumer law requires are present', () => {
  const fullText = termsSections.flatMap(section => section.paragraphs).join('\n')
  for (const phrase of [
    '14 days',
    'Consumer Rights Act 2015',
    'Consumer Contracts Regulations 2013',
    'Within 30 days',
  ]) {
    expect(fullText).toContain(phrase)
  }
})
