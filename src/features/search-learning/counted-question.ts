import { foldAccents } from '../../lib/fold-accents.ts'
import type { AnsweredQuestion } from '../search/page/search-view.ts'

/** Found nothing; a word of it was left out; a slip in it was corrected. */
export type QuestionKind = 'nothing' | 'dropped' | 'corrected'
export const questionKinds = ['nothing', 'dropped', 'corrected'] as const satisfies readonly QuestionKind[]

/** What is counted of a question: the question itself, or a word that was left out. */
export interface CountedQuestion {
  kind: QuestionKind
  text: string
  correction: string
}

const maxLength = 100
const maxDropped = 5

/** What is counted of an answered question (R-LEARN-3); nothing of one that may be about a person. */
export function toCountedQuestions({
  text: typed,
  total,
  corrected,
  dropped = [],
}: AnsweredQuestion): CountedQuestion[] {
  // Most questions are answered in full.
  if (total > 0 && corrected === null && dropped.length === 0) return []
  const text = normalizeQuestion(typed)
  if (text === '' || hasContactDetails(text)) return []
  if (total === 0) return [{ kind: 'nothing', text, correction: '' }]
  const droppedWords = new Set(dropped.slice(0, maxDropped).map(normalizeQuestion))
  droppedWords.delete('')
  return [
    ...(corrected === null
      ? []
      : [{ kind: 'corrected' as const, text, correction: normalizeQuestion(corrected) }]),
    ...[...droppedWords].map(word => ({ kind: 'dropped' as const, text: word, correction: '' })),
  ]
}

function normalizeQuestion(text: string): string {
  const folded = foldAccents(text.toWellFormed())
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
  return [...folded].slice(0, maxLength).join('').trim()
}

/** Something like an e-mail address or a telephone number; numbers such as '0 986 452 041' are not counted either. */
export function hasContactDetails(text: string): boolean {
  return /\S@\S|\bat\s+\S+\s+dot\b/i.test(text) || hasTelephoneNumber(text)
}

// National numbers have nine to eleven digits after the 0, international ones seven to fourteen after + or 00 and the
// country's first digit. A number in an area code's brackets is one without a 0 too.
const telephoneNumber = /^(?:0[1-9]\d{8,10}|(?:\+|00)[1-9]\d{6,14})$/
const bracketedNumber = /\(\s*\+?\d{2,5}\s*\)[\s.-]*\d[\d\s.-]{4,}\d/
const maxDigits = 17

function hasTelephoneNumber(text: string): boolean {
  if (bracketedNumber.test(text)) return true
  for (const [run] of text.matchAll(/(?<![\p{L}\d])[+(]*\d(?:[\s()./+-]*\d)*/gu)) {
    const groups = run.match(/\+?\d+/g)!
    for (let from = 0; from < groups.length; from++) {
      let digits = ''
      for (let to = from; to < groups.length && digits.length <= maxDigits; to++) {
        // '+44 (0) 20 …'
        digits += to > from && digits.startsWith('+') && groups[to] === '0' ? '' : groups[to]!
        if (telephoneNumber.test(digits)) return true
      }
    }
  }
  return false
}
