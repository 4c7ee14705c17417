import { nameMeasuresOnce } from '../../catalogue/details.ts'
import type { ListingRow } from '../../catalogue/listing.ts'

/** A filter for a position of a machine. */
export interface BrandChoice {
  row: ListingRow
  /** How many the machine takes there; null: the machine does not list it, it is the same part as one that is listed. */
  quantity: number | null
  /** 'Add all available' adds it. */
  isInAddAll: boolean
}

/** The brands for a position of a machine. What all of them have in common is named once. */
export interface PositionChoices {
  /** 'Engine oil' */
  heading: string
  /** 'Oil filter, spin-on'; null when the filters differ. */
  title: string | null
  facts: string[]
  /** How many the machine takes there; null when that depends on the filter. */
  quantity: number | null
  /** The titles and facts that are not common. */
  choices: BrandChoice[]
}

export function toPositionChoices(heading: string, choices: readonly BrandChoice[]): PositionChoices {
  const named = choices.map(({ row }) => nameMeasuresOnce(row.title, row.facts))
  const [first] = named
  const title = first && named.every(one => one.title === first.title) ? first.title : null
  const facts = (first?.facts ?? []).filter(fact => named.every(one => one.facts.includes(fact)))
  const quantities = new Set(choices.flatMap(({ quantity }) => quantity ?? []))
  return {
    heading,
    title,
    facts,
    quantity: quantities.size === 1 ? [...quantities][0]! : null,
    choices: choices.map((choice, at) => ({
      ...choice,
      row: {
        ...choice.row,
        title: named[at]!.title,
        facts: named[at]!.facts.filter(fact => !facts.includes(fact)),
      },
    })),
  }
}
