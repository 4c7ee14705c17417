import type { LineToken } from './line-tokens.ts'
import type { QuantityReading } from './quantity.ts'

/** The ids of the products that have a number, by its key; none: the catalogue does not know it. */
export type FindProductIds = (key: string) => readonly number[]

/** A part number within a line. */
export interface LineNumber {
  kind: 'number'
  from: number
  /** The index after its last token. */
  to: number
  code: string
  /** Empty: the catalogue does not know the number. */
  productIds: readonly number[]
  /** What is written together with it: 'P551712x2'. */
  glued: QuantityReading
  /** 'P55171 2' may be one number, or two pieces of this one. */
  otherCode: string | null
  /** Whether it surely is the whole number. */
  isSure: boolean
}

/** A quantity within a line. */
export interface LineQuantity {
  kind: 'quantity'
  from: number
  /** The index after its last token. */
  to: number
  reading: QuantityReading
  /** 'x2', 'qty 2', '2 off', '(2)': nothing else can be meant. */
  isMarked: boolean
  /** Where its number stands: 'x2' follows it, '2 x' precedes it. Null: on either side. */
  side: 'before' | 'after' | null
  /** '(2)', which may explain another quantity. */
  isBracketed: boolean
  /** 'each' is written beside it. */
  isEach: boolean
}

export type LineItem = LineNumber | LineQuantity

/** A line while it is read. */
export interface LineContext {
  line: string
  tokens: readonly LineToken[]
  /** What each token is a part of. */
  uses: (LineItem | null)[]
  findProductIds: FindProductIds
}

export function markTokens({ uses }: LineContext, item: LineItem): void {
  uses.fill(item, item.from, item.to)
}

/** The items in their order. */
export const listItems = ({ uses }: LineContext, from = 0, to = uses.length): LineItem[] =>
  uses.slice(from, to).filter((item, at): item is LineItem => item?.from === from + at)

export const listNumbers = (context: LineContext, from?: number, to?: number): LineNumber[] =>
  listItems(context, from, to).filter(item => item.kind === 'number')

export const joinKeys = (tokens: readonly LineToken[]): string => tokens.map(({ key }) => key).join('')
