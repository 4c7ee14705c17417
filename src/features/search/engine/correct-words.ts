import { type ParsedQuery, parseQuery } from '../query/parse-query.ts'
import { type QueryWord, toSingular } from '../query/tokens.ts'
import type { CatalogueIndex } from './catalogue-index.ts'
import { matchParts, type QueryMatches } from './match-parts.ts'
import { readQuery, type WordMatchesCache } from './query-parts.ts'
import { getEdits } from './spelling.ts'
import { classifyWord, countWord } from './word-search.ts'

const maxCandidates = 8
const maxWrongWords = 3
const maxAttempts = 16
const minLetters = 3

export interface CorrectedQuery {
  text: string
  matches: QueryMatches
}

/** Null when no correction helps. Only words: a part number that nearly matches is another part (R-SEARCH-5). */
export function correctQuery(
  index: CatalogueIndex,
  query: ParsedQuery,
  uncorrected: QueryMatches | null,
  cache: WordMatchesCache,
): CorrectedQuery | null {
  const unknown = readQuery(index, query, query.words, cache).unknown.slice(0, maxWrongWords)
  const corrections = new Map<QueryWord, string>()
  let best: CorrectedQuery | null = null
  let fewestDropped = uncorrected ? countDropped(uncorrected) : Number.POSITIVE_INFINITY
  const tried = new Set<string>()
  // Twice: a word may match only together with one that is corrected after it.
  for (const wrong of [...unknown, ...unknown]) {
    if (corrections.has(wrong)) continue
    for (const right of findNearWords(index, wrong.word)) {
      const text = replaceWords(query.text, new Map(corrections).set(wrong, right))
      if (tried.has(text)) continue
      if (tried.size === maxAttempts) return best
      tried.add(text)
      const { matches } = matchParts(index, parseQuery(text), cache)
      if (!matches || isDropped(matches, right)) continue
      const dropped = countDropped(matches)
      if (dropped > matches.understood.parts.length || dropped >= fewestDropped) continue
      best = { text, matches }
      fewestDropped = dropped
      corrections.set(wrong, right)
      // Nothing is left out but words that are still wrong.
      if (dropped <= unknown.length - corrections.size) break
    }
  }
  return best
}

function replaceWords(text: string, corrections: ReadonlyMap<QueryWord, string>): string {
  return [...corrections]
    .toSorted(([a], [b]) => b.start - a.start)
    .reduce(
      (replaced, [{ start, end }, right]) => replaced.slice(0, start) + right + replaced.slice(end),
      text,
    )
}

function countDropped({ understood }: QueryMatches): number {
  return understood.dropped.flatMap(phrase => phrase.split(/[\s-]+/)).length
}

function isDropped({ understood }: QueryMatches, word: string): boolean {
  return understood.dropped.some(phrase => phrase.includes(word))
}

interface NearWord {
  edits: number
  /** Of a kind of filter, a brand or a make. */
  isName: boolean
  count: number
}

/** Words of the catalogue and of the names of makes that are near (or whose singular is), the nearest first. */
function findNearWords(index: CatalogueIndex, word: string): string[] {
  if (word.length < minLetters || /\d/.test(word)) return []
  const typed = [word, toSingular(word)].filter(one => one !== null)
  const near = new Map<string, NearWord>()
  for (const candidate of index.nearWords.listCandidates(word)) {
    const singular = candidate.endsWith('s') ? toSingular(candidate) : null
    const [best] = [candidate, singular]
      .flatMap(right => (right === null ? [] : [{ right, edits: getFewestEdits(typed, right) }]))
      .filter(({ edits }) => edits !== null)
      .sort((a, b) => a.edits! - b.edits!)
    if (!best) continue
    const count = (near.get(best.right)?.count ?? 0) + countUses(index, candidate)
    near.set(best.right, { edits: best.edits!, isName: isName(index, best.right), count })
  }
  return [...near]
    .toSorted(([, a], [, b]) => a.edits - b.edits || Number(b.isName) - Number(a.isName) || b.count - a.count)
    .slice(0, maxCandidates)
    .map(([right]) => right)
}

/** A make is as likely as a frequent word. */
const makeWeight = 100_000

function countUses(index: CatalogueIndex, word: string): number {
  return countWord(index, word) + (index.makeWords.has(word) ? makeWeight : 0)
}

function isName(index: CatalogueIndex, word: string): boolean {
  return index.makeWords.has(word) || classifyWord(index, word) !== 'word'
}

function getFewestEdits(typed: readonly string[], right: string): number | null {
  const edits = typed.map(wrong => getEdits(wrong, right)).filter(one => one !== null)
  return edits.length > 0 ? Math.min(...edits) : null
}
