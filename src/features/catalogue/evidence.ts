import { toCodeKey } from '../../lib/part-number.ts'

/** A maker's number: { maker: 'Donaldson', code: 'P 551-712' }. */
export interface Listed {
  maker: string
  code: string
}

/** What is known of a part, as far as it tells whether another may take its place. */
export interface Part {
  brand: string
  code: string
  type: string
  /** '⌀ 93 mm · 142 mm · 1-12 UNF · 25 µm' (details.ts) */
  details: string
  /** Other makers' numbers that it is listed as replacing. */
  numbers: readonly Listed[]
}

/**
 * Why a part may take the place of another, the strongest reason first. Only 'direct' says that somebody listed the one
 * as replacing the other; 'via' is a chain over a third number, and is never told as more than that.
 */
export type Evidence =
  /** The part lists the sought number itself. */
  | { kind: 'direct'; number: Listed }
  /** The other way round: the sought part lists this one's number. */
  | { kind: 'listed'; number: Listed }
  /** Both replace this third number. */
  | { kind: 'via'; number: Listed }
  /** No number speaks for it, only its measures. */
  | { kind: 'dimensions' }

export function evidenceFor(sought: Part, offered: Part): Evidence | null {
  const direct = offered.numbers.find(number => isNumberOf(sought, number))
  if (direct) return { kind: 'direct', number: direct }
  const listed = sought.numbers.find(number => isNumberOf(offered, number))
  if (listed) return { kind: 'listed', number: listed }
  const shared = offered.numbers.find(number => sought.numbers.some(other => isSame(number, other)))
  if (shared) return { kind: 'via', number: shared }
  return haveSameDimensions(sought, offered) ? { kind: 'dimensions' } : null
}

// A number alone says little: different makers use the same one for different filters.
function isSame(one: Listed, other: Listed): boolean {
  return one.maker === other.maker && toCodeKey(one.code) === toCodeKey(other.code)
}

function isNumberOf({ brand, code }: Part, number: Listed): boolean {
  return isSame(number, { maker: brand, code })
}

// Thread and rating count too: a filter of the same size with another thread does not go on.
function haveSameDimensions(one: Part, other: Part): boolean {
  return one.type === other.type && one.details === other.details && hasMeasures(one.details)
}

// Two measures at least: a diameter alone, or an hour interval, is no shape.
function hasMeasures(details: string): boolean {
  return (details.match(/\d+(?:\.\d+)?(?= mm| ×| \/)/g) ?? []).length >= 2
}
