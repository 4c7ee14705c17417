import type { IsoDate } from '../../lib/dates.ts'
import { findLastArrival, formatLaterArrival, type LaterArrival } from '../../lib/later-arrival.ts'
import { upperFirst } from '../../lib/text.ts'

/** An order without a promised day. */
export interface UndatedOrder {
  /** The customer was e-mailed that it is delayed. */
  isDelayed: boolean
  /** It was held and released since. */
  wasHeld: boolean
  /** Of each line that was not in stock and has not left. */
  laterLines: LaterArrival[]
}

/**
 * When its goods are expected, as its customer reads it: 'About 11–18 December', 'Part about 11–18 December' when there is one
 * of a part. `orderedOn`: the day in London.
 */
export function formatUndated(
  { isDelayed, wasHeld, laterLines }: UndatedOrder,
  orderedOn: IsoDate | null,
): string {
  if (isDelayed) return 'Delayed, no day yet'
  const expected = wasHeld ? null : findExpected(laterLines, orderedOn)
  if (expected === null) return 'No day promised'
  return expected.isPart ? `Part ${expected.text}` : upperFirst(expected.text)
}

/** 'about 11–18 December', and whether that is of a part of these lines alone; null: of none a day is known. */
function findExpected(
  lines: readonly LaterArrival[],
  orderedOn: IsoDate | null,
): { text: string; isPart: boolean } | null {
  const dated = lines.filter(({ leadTime }) => leadTime !== null)
  if (dated.length === 0) return null
  const text = formatLaterArrival(findLastArrival(dated, orderedOn))
  return { text, isPart: dated.length < lines.length }
}
