import { addDays, type IsoDate, parseIsoDate } from '../../lib/dates.ts'
import { foldAccents } from '../../lib/fold-accents.ts'

// What staff type to find orders → a query of order_search.words. The words are made by functions in
// db/migrations/079-order-search.sql, which split, fold and mark texts as it is done here.

/** As PostgreSQL reads a tsquery. */
export interface OrderSearch {
  /** Words that begin like those that were typed. */
  beginnings: string
  /**
   * Of several words: these words whole. They are looked for first, because it is much less work, and somebody who types a
   * whole name means that name. Null: one word, which may well be a beginning.
   */
  wholeWords: string | null
  /** The word, if nothing else was typed. */
  onlyWord: string | null
}

/** Null: the text has nothing to search for. `today`: in London. */
export function parseOrderSearch(text: string, today: IsoDate): OrderSearch | null {
  const { terms: beginnings, key: keyBeginning } = listTerms(text, today, toBeginning)
  if (beginnings.length === 0) return null
  const { terms: words, key } = listTerms(text, today, quote)
  const word = toKey(foldAccents(text))
  return {
    beginnings: toQuery(beginnings, keyBeginning),
    wholeWords: words.length > 1 ? toQuery(words, key) : null,
    onlyWord: words.length === 1 && words[0] === quote(word) ? word : null,
  }
}

/** `key`: the whole text as a number that was typed with spaces: 'P 55 1712', 'FH7K 2M9Q XA'. */
function toQuery(terms: readonly string[], key: string | null): string {
  const all = joinTerms(terms, '&')
  return terms.length > 1 && key !== null ? joinTerms([all, key], '|') : all
}

/** How a word is looked for: whole, or as a beginning. */
type ToWord = (word: string) => string

function listTerms(text: string, today: IsoDate, toWord: ToWord): { terms: string[]; key: string | null } {
  const folded = foldAccents(text)
  const terms: string[] = []
  let rest = folded
  for (const { pattern, toTerm } of patterns) {
    rest = rest.replace(pattern, (...match) => {
      const term = toTerm(match as unknown as string[], today, toWord)
      if (term === null) return match[0]
      terms.push(joinTerms([term, toWordsTerm(match[0])], '|'))
      return ' '
    })
  }
  const tokens = rest.split(/\s+/).filter(token => listWords(token).length > 0)
  terms.push(...tokens.map(token => toTokenTerm(token, toWord)))
  const key = toKey(folded)
  // Names are not joined: it would cost them time.
  const isNumber = /\d|^fh/.test(key) && key.length <= 60
  return { terms, key: isNumber ? toWord(key) : null }
}

interface SearchPattern {
  pattern: RegExp
  /** Null: it only looks like one. */
  toTerm: (match: string[], today: IsoDate, toWord: ToWord) => string | null
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const monthNames = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'

const patterns: SearchPattern[] = [
  {
    // 2026-11-12
    pattern: /\b(\d{4})-(\d{1,2})-(\d{1,2})\b/g,
    toTerm: ([, year, month, day]) => toDayTerm(year!, month!, day!),
  },
  {
    // 12/11/2026, 12.11.26
    pattern: /\b(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})\b/g,
    toTerm: ([, day, month, year]) => toDayTerm(year!.padStart(4, '20'), month!, day!),
  },
  {
    // 12 Nov 2026, 12th November; without a year the last one
    pattern: new RegExp(
      `\\b(\\d{1,2})(?:st|nd|rd|th)? (${monthNames})[a-z]*\\.?(?:,? (\\d{4}))?(?![\\w/])`,
      'g',
    ),
    toTerm: ([, day, name, year], today) => {
      const month = String(months.indexOf(name!) + 1)
      if (year !== undefined) return toDayTerm(year, month, day!)
      const thisYear = Number(today.slice(0, 4))
      const date = toDay(String(thisYear), month, day!)
      return date !== null && date > today
        ? toDayTerm(String(thisYear - 1), month, day!)
        : toDayTerm(String(thisYear), month, day!)
    },
  },
  {
    pattern: /\b(today|yesterday)\b/g,
    toTerm: ([, name], today) => quote(toDayWord(name === 'yesterday' ? addDays(today, -1) : today)),
  },
  {
    // INV-000042, inv 42, CN-000007
    pattern: /\b(inv|cn)[-\s#]*0*(\d{1,9})\b/g,
    toTerm: ([, kind, number]) => quote(`${kind}${number}`),
  },
  {
    // 0113 496 0101, +44 (0)113 4960101
    pattern: /(?<![\w-])(?:\+|\(?0)[\d\s().-]{7,}\d(?!\w)/g,
    toTerm: ([typed], _today, toWord) => {
      const digits = typed!.replaceAll(/\D/g, '')
      const national = digits.replace(/^(?:00)?44/, '').replace(/^0+/, '')
      return national.length >= 7 && national.length <= 15
        ? joinTerms([toWord(`tel${national}`), toWord(digits)], '|')
        : null
    },
  },
]

const toDay = (year: string, month: string, day: string): IsoDate | null =>
  parseIsoDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)

const toDayWord = (date: IsoDate): string => `day${date.replaceAll('-', '')}`

function toDayTerm(year: string, month: string, day: string): string | null {
  const date = toDay(year, month, day)
  return date && quote(toDayWord(date))
}

/** One word as it was typed: a word, a number in any spelling, an e-mail address. */
function toTokenTerm(token: string, toWord: ToWord): string {
  const key = toKey(token)
  const alternatives = [toWord(key)]
  const words = listWords(token)
  if (words.length > 1) alternatives.push(toWordsTerm(token))
  // The only word that keeps its punctuation.
  if (/[@._]/.test(token)) alternatives.push(toWord(token))
  if (/^\d{1,9}$/.test(key)) alternatives.push(quote(`inv${Number(key)}`))
  if (/^\d{4}$/.test(key)) alternatives.push(quote(`card${key}`))
  if (/^[1-9]\d{8,12}$/.test(key)) alternatives.push(toWord(`tel${key.replace(/^44/, '')}`))
  return joinTerms(alternatives, '|')
}

// Whole words: a short beginning like that of 'INV-1' or 'PO26-1' has too many.
const toWordsTerm = (text: string): string => joinTerms(listWords(text).map(quote), '&')

/** Short words begin too many others: they must be whole. */
const toBeginning = (word: string): string => (word.length < 3 ? quote(word) : `${quote(word)}:*`)

const quote = (word: string): string =>
  `'${word.slice(0, 100).replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

function joinTerms(terms: readonly string[], operator: '&' | '|'): string {
  const unique = [...new Set(terms)]
  return unique.length === 1 ? unique[0]! : `(${unique.join(` ${operator} `)})`
}

const punctuation = /[\s!-/:-@[-`{-~‘’–—]+/u

const listWords = (text: string): string[] => text.split(punctuation).filter(word => word !== '')

const toKey = (text: string): string => listWords(text).join('')
