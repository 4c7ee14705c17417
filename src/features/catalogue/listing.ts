import type { Pence } from '../../lib/money.ts'

export type StockKind = 'in' | 'low' | 'back_order' | 'due' | 'none'

/** How many there are, in words; the kind chooses the mark beside them, never the meaning alone. */
export interface StockView {
  kind: StockKind
  text: string
}

/** One product as a row of the listing table (specification §2); pictures lie under /media/product/image/. */
export interface ListingRow {
  id: number
  url: string
  title: string
  code: string
  /** Why the row was found: the words 'replaces Donaldson' and the number 'P551712'. */
  hint: { name: string; value: string } | null
  /** Two or three attributes that tell parts apart: '⌀ 93 mm', '1-12 UNF'. */
  facts: string[]
  brand: string
  /** Excluding VAT; null: no price is known. */
  price: Pence | null
  priceIncVat: Pence | null
  stock: StockView
  canBuy: boolean
  image: { filename: string; alt: string } | null
}

export interface Availability {
  /** Whole units that can be sold now; may be below 0 where back orders are taken. */
  available: number
  backOrder: boolean
  /** '7-10 days', or null. */
  note: string | null
  forSale: boolean
}

// Below this a buyer should know before somebody else takes the last one.
const lowBelow = 5

export function stockView({ available, backOrder, note, forSale }: Availability): StockView {
  if (!forSale) return { kind: 'none', text: 'No longer available' }
  if (available > 0) {
    return { kind: available < lowBelow ? 'low' : 'in', text: `${showCount(available)} in stock` }
  }
  // Specification §2: unavailable items show 'Available in - {note}'.
  const when = note?.trim() ? `Available in - ${note.trim()}` : null
  if (backOrder) return { kind: 'back_order', text: when ?? 'Available to back order' }
  return when ? { kind: 'due', text: when } : { kind: 'none', text: 'Out of stock' }
}

/** 1000 → '1,000'. Whole numbers from 0. */
export function showCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** '1 product', '24 products', '1,000 products'. */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${showCount(count)} ${count === 1 ? one : several}`
}

/** 6+ £11.60: the lowest number of pieces from which a lower price holds. */
export interface PriceBreak {
  from: number
  price: Pence
}

/** The rows that have every word of what was typed somewhere in their text, in any case. */
export function narrowed<Row>(rows: readonly Row[], typed: string, textOf: (row: Row) => string): Row[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return rows.filter(row => {
    const text = textOf(row).toLowerCase()
    const bare = text.replace(/[^a-z0-9]/g, '')
    // Part numbers are found however they are spaced or hyphenated.
    return words.every(
      word => text.includes(word) || (bareWord(word) !== '' && bare.includes(bareWord(word))),
    )
  })
}

function bareWord(word: string): string {
  return word.replace(/[^a-z0-9]/g, '')
}
