import { toCodeKey } from '../../../lib/part-number.ts'

/** A maker's number: { maker: 'Donaldson', code: 'P 551-712' }. */
export interface MakerNumber {
  maker: string
  code: string
}

/** A product with what decides whether it can replace another one. */
export interface ComparablePart {
  brand: string
  code: string
  type: string
  /** '⌀ 93 mm · 142 mm · 1-12 UNF · 25 µm' (details.ts) */
  details: string
  /** Other makers' numbers that it replaces. */
  numbers: readonly MakerNumber[]
}

/**
 * Why a part may replace another, the strongest reason first. Only 'direct' means that a catalogue lists it as a
 * replacement; 'via' is a chain over a third number and must never be presented as more.
 */
export type Evidence =
  /** The candidate lists the searched part's number. */
  | { kind: 'direct'; number: MakerNumber }
  /** The searched part lists the candidate's number. */
  | { kind: 'listed'; number: MakerNumber }
  /** Both replace this third number. */
  | { kind: 'via'; number: MakerNumber }
  /** Only the dimensions are the same. */
  | { kind: 'dimensions' }

export function findEvidence(searched: ComparablePart, candidate: ComparablePart): Evidence | null {
  const direct = candidate.numbers.find(number => isNumberOf(searched, number))
  if (direct) return { kind: 'direct', number: direct }
  const listed = searched.numbers.find(number => isNumberOf(candidate, number))
  if (listed) return { kind: 'listed', number: listed }
  const shared = candidate.numbers.find(number => searched.numbers.some(other => isSameNumber(number, other)))
  if (shared) return { kind: 'via', number: shared }
  return haveSameDimensions(searched, candidate) ? { kind: 'dimensions' } : null
}

// The maker counts too, because different makers use the same number for different filters.
function isSameNumber(one: MakerNumber, other: MakerNumber): boolean {
  return one.maker === other.maker && toCodeKey(one.code) === toCodeKey(other.code)
}

function isNumberOf({ brand, code }: ComparablePart, number: MakerNumber): boolean {
  return isSameNumber(number, { maker: brand, code })
}

// `details` includes thread and rating: a filter of the same size with another thread does not fit.
function haveSameDimensions(one: ComparablePart, other: ComparablePart): boolean {
  return one.type === other.type && one.details === other.details && hasTwoMeasures(one.details)
}

// At least two, because a diameter alone, or a service interval, does not describe a shape.
function hasTwoMeasures(details: string): boolean {
  return (details.match(/\d+(?:\.\d+)?(?= mm| ×| \/)/g) ?? []).length >= 2
}
