/** What the shop's hints name as examples: numbers and words that have results. */
export interface CatalogueExamples {
  /** Numbers as people type them: 'P551712', 'LF9009', 'FH-HYD-1'. */
  numbers: [first: string, ...rest: string[]]
  /** The first number as it stands on a filter: 'P 551-712'. */
  written: string
  /** A make with a kind of filter: 'JCB oil filter'; null: the catalogue has no machine or no kinds. */
  machine: string | null
  /** Descriptions, the quotation marks included: '“cabin filter JCB” or “93 × 142”'; null: there is none. */
  descriptions: string | null
}
