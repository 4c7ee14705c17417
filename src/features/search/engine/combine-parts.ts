import type { PartKind } from '../query/understood.ts'
import { createBits } from './bit-set.ts'
import type { QueryPart } from './query-parts.ts'
import { intersectMatches, toMatches, uniteMatches, type WordMatches } from './word-search.ts'

export interface CombinedParts {
  matches: WordMatches
  used: QueryPart[]
  /** Left out because nothing has them together with the used ones. */
  dropped: QueryPart[]
}

/** The most telling first. A number here is the beginning of one: a whole number is the answer by itself. */
const order: readonly PartKind[] = ['machine', 'size', 'kind', 'number', 'brand', 'word']

/**
 * What has all parts; when nothing has, the least telling ones are dropped until something has the rest. `isList`: kinds
 * that exclude one another are alternatives, 'oil and air filters'.
 */
export function combineParts(parts: readonly QueryPart[], capacity: number, isList: boolean): CombinedParts {
  const rank = (part: QueryPart) => (isGeneric(part) ? order.length : order.indexOf(part.kind))
  const sorted = parts.toSorted((a, b) => rank(a) - rank(b) || a.matches.count - b.matches.count)
  let matches: WordMatches | null = null
  const [used, dropped]: [QueryPart[], QueryPart[]] = [[], []]
  for (const part of sorted) {
    const both: WordMatches | null = matches ? intersectMatches(matches, part.matches) : part.matches
    if (!both || both.count === 0) {
      // 'Hydraulic filter' is a hydraulic element, too.
      if (!isGeneric(part) || !matches) dropped.push(part)
    } else {
      matches = both
      used.push(part)
    }
  }
  const combined = { matches: matches ?? toMatches(createBits(capacity)), used, dropped }
  return isList ? dropped.filter(isSpecificKind).reduce(addAlternative, combined) : combined
}

function isSpecificKind(part: QueryPart): boolean {
  return part.kind === 'kind' && !isGeneric(part)
}

/** Adds what has this kind and everything but the other kinds. */
function addAlternative({ matches, used, dropped }: CombinedParts, part: QueryPart): CombinedParts {
  let alternative: WordMatches | null = part.matches
  for (const one of used) {
    if (alternative && !isSpecificKind(one)) alternative = intersectMatches(alternative, one.matches)
  }
  if (!alternative) return { matches, used, dropped }
  return {
    matches: uniteMatches(matches, alternative),
    used: [...used, part],
    dropped: dropped.filter(one => one !== part),
  }
}

/** Kinds that nearly every product has. */
const genericWords: ReadonlySet<string> = new Set([
  'filter',
  'filters',
  'filtre',
  'filtres',
  'filtro',
  'filtros',
  'filtr',
  'filtry',
])

function isGeneric({ kind, words }: QueryPart): boolean {
  return kind === 'kind' && words.every(({ word }) => genericWords.has(word))
}

/**
 * Whether what is left still says what was meant, after words were dropped: a result for 'filter' alone answers no
 * question.
 */
export function isSpecific(used: readonly QueryPart[], droppedWords: number): boolean {
  const isStrong = (part: QueryPart) => (part.kind === 'kind' ? !isGeneric(part) : part.kind !== 'word')
  if (used.some(isStrong)) return true
  const isWhole = used.every(({ words, matches }) => words.length === 0 || hasAny(matches.whole))
  return used.length > droppedWords && isWhole
}

function hasAny(bits: Uint32Array): boolean {
  return bits.some(word => word !== 0)
}
