import type { ParsedQuery } from '../query/parse-query.ts'
import type { QueryWord } from '../query/query-words.ts'
import { describeDropped, describeParts, nothingUnderstood, type Understood } from '../query/understood.ts'
import type { CatalogueIndex } from './catalogue-index.ts'
import { combineParts, isSpecific } from './combine-parts.ts'
import { orderForMachine } from './machines/order-for-machine.ts'
import type { MachineReading } from './machines/variants.ts'
import type { NumberedDocuments } from './number-table.ts'
import { type QueryPart, readQuery, type WordMatchesCache } from './query-parts.ts'
import type { WordMatches } from './word-search.ts'

/** What a query matches before filters: by number first, then what fits a machine, each in its own order, then the others. */
export interface QueryMatches extends WordMatches {
  numbered: NumberedDocuments
  /** Documents in their order for the machine; empty when it has too many. */
  fitting: Uint32Array
  /** The machine that the query names. */
  machine: MachineReading | null
  /** Positions of all matching numbers, best first. */
  numberPositions: Uint32Array
  /** The corrected query that was searched instead; null without correction. */
  corrected: string | null
  /** Numbers that nearly match, best first: to be offered. */
  nearPositions: readonly number[]
  /** The numbers of a query that lists several. */
  listedNumbers: string[]
  understood: Understood
}

export const noPositions = new Uint32Array(0)
export const nothingElse = {
  numbered: { documents: noPositions, positions: noPositions },
  fitting: noPositions,
  machine: null,
  numberPositions: noPositions,
  corrected: null,
  nearPositions: [],
  listedNumbers: [],
  understood: nothingUnderstood,
}

// 'oil and air filters', 'oil, air'
const listShape = /[,&+]|\s(?:and|und|et|y|i|oraz)\s/i

/** Whether kinds are listed: the Polish 'i' of 'can i get an oil filter' does not stand between two. */
function isList({ text }: ParsedQuery, parts: readonly QueryPart[]): boolean {
  const kinds = parts.filter(({ kind }) => kind === 'kind').flatMap(({ stretches }) => [...stretches])
  const [start, end] = [
    Math.min(...kinds.map(stretch => stretch.start)),
    Math.max(...kinds.map(stretch => stretch.end)),
  ]
  return listShape.test(text.slice(start, end))
}

/** What has the parts of the query, without those that nothing has together with the others; null: nothing telling. */
export function matchParts(
  index: CatalogueIndex,
  query: ParsedQuery,
  cache: WordMatchesCache,
): QueryMatches | null {
  const { parts, machine, unknown } = readQuery(index, query, query.words, cache)
  if (parts.length === 0) return null
  const { matches, used, dropped } = combineParts(parts, index.capacity, isList(query, parts))
  const droppedWords = [...unknown, ...dropped.flatMap(({ words }) => words)]
  const droppedMeasures = dropped.filter(({ words }) => words.length === 0)
  const isWhole = droppedWords.length === 0 && droppedMeasures.length === 0
  if (matches.count === 0 || (!isWhole && !isSpecific(used, droppedWords.length))) return null
  const hasMachine = used.some(({ kind }) => kind === 'machine')
  return {
    ...nothingElse,
    ...matches,
    machine: hasMachine ? machine : null,
    fitting: hasMachine && machine ? orderForMachine(index, machine, matches) : noPositions,
    understood: toUnderstood(query, used, dropped, unknown),
  }
}

function toUnderstood(
  { text }: ParsedQuery,
  used: readonly QueryPart[],
  dropped: readonly QueryPart[],
  unknown: readonly QueryWord[],
): Understood {
  const stretches = [...unknown, ...dropped.flatMap(part => [...part.stretches])]
  const sorted = stretches.toSorted((a, b) => a.start - b.start)
  return { parts: describeParts(text, used), dropped: describeDropped(text, sorted) }
}
