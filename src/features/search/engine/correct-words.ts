import { type ParsedQuery, parseQuery } from '../query/parse-query.ts'
import type { QueryWord } from '../query/query-words.ts'
import { toSingular } from '../query/tokens.ts'
import type { CatalogueIndex } from './catalogue-index.ts'
import { matchParts, type QueryMatches } from './match-parts.ts'
import { readQuery } from './query-parts.ts'
import { getEdits } from './spelling.ts'
import { countWord } from './word-search.ts'

const maxCandidates = 4
const maxWrongWords = 3
const maxAttempts = 12
const minLetters = 3

export interface CorrectedQuery {
  text: string
  matches: QueryMatches
}

/**
 * The query with slips of the pen corrected so that more of it matches; null when no correction helps. Only words are
 * corrected: a part number that nearly matches is another part (R-SEARCH-5).
 */
export function correctQuery(
  index: CatalogueIndex,
  query: ParsedQuery,
  uncorrected: QueryMatches | null,
): CorrectedQuery | null {
  const { unknown } = readQuery(index, query, query.words)
  if (unknown.length === 0) return null
  let best: CorrectedQuery | null = null
  let bestDropped = uncorrected ? countDropped(uncorrected) : Number.POSITIVE_INFINITY
  for (const { text, words } of listTexts(index, query.text, unknown)) {
    const matches = matchParts(index, parseQuery(text))
    if (!matches || words.some(word => isDropped(matches, word))) continue
    const dropped = countDropped(matches)
    if (dropped > matches.understood.parts.length) continue
    const isMore = dropped === bestDropped && matches.count > (best?.matches.count ?? 0)
    if (dropped >= bestDropped && !isMore) continue
    best = { text, matches }
    bestDropped = dropped
  }
  return best
}

function countDropped({ understood }: QueryMatches): number {
  return understood.dropped.flatMap(phrase => phrase.split(/[\s-]+/)).length
}

function isDropped({ understood }: QueryMatches, word: string): boolean {
  return understood.dropped.some(phrase => phrase.includes(word))
}

interface CorrectedText {
  text: string
  /** The corrected words. */
  words: string[]
}

/** The texts with these words corrected, the most likely first. */
function listTexts(index: CatalogueIndex, text: string, wrong: readonly QueryWord[]): CorrectedText[] {
  let texts: CorrectedText[] = [{ text, words: [] }]
  // From the end, so that the places of the words before stay right.
  for (const { word, start, end } of wrong.slice(0, maxWrongWords).toReversed()) {
    const candidates = findNearWords(index, word)
    if (candidates.length === 0) continue
    texts = texts.flatMap(one =>
      candidates.map(near => ({
        text: one.text.slice(0, start) + near + one.text.slice(end),
        words: [...one.words, near],
      })),
    )
  }
  return texts.filter(({ words }) => words.length > 0).slice(0, maxAttempts)
}

interface NearWord {
  edits: number
  count: number
}

/** Words of the catalogue and of the names of makes that are near (or whose singular is), the nearest first. */
function findNearWords(index: CatalogueIndex, word: string): string[] {
  if (word.length < minLetters || /\d/.test(word)) return []
  const typed = [word, toSingular(word)].filter(one => one !== null)
  const near = new Map<string, NearWord>()
  const add = (candidate: string, getCount: () => number) => {
    const singular = candidate.endsWith('s') ? toSingular(candidate) : null
    const [best] = [candidate, singular]
      .flatMap(right => (right === null ? [] : [{ right, edits: getFewestEdits(typed, right) }]))
      .filter(({ edits }) => edits !== null)
      .sort((a, b) => a.edits! - b.edits!)
    if (!best) return
    const count = (near.get(best.right)?.count ?? 0) + getCount()
    near.set(best.right, { edits: best.edits!, count })
  }
  for (const make of index.makeWords) add(make, () => makeWeight)
  for (let length = word.length - 2; length <= word.length + 3; length++) {
    for (const candidate of index.wordsByLength[length] ?? [])
      add(candidate, () => countWord(index, candidate))
  }
  for (const candidate of index.synonyms.keys()) add(candidate, () => 1)
  return [...near]
    .toSorted(([, a], [, b]) => a.edits - b.edits || b.count - a.count)
    .slice(0, maxCandidates)
    .map(([right]) => right)
}

/** A make is as likely as a frequent word. */
const makeWeight = 100_000

function getFewestEdits(typed: readonly string[], right: string): number | null {
  const edits = typed.map(wrong => getEdits(wrong, right)).filter(one => one !== null)
  return edits.length > 0 ? Math.min(...edits) : null
}
