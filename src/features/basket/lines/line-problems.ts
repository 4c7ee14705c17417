import { formatCount } from '../../../lib/count.ts'
import { priceOnRequestText } from '../../../lib/money.ts'
import { maxQuantity } from '../../../lib/quantity.ts'
import { getSaleState, toStockView } from '../../catalogue/listing.ts'
import type { Basket, BasketLine, RowChange } from '../basket.ts'
import type { ProductRefusal } from '../messages.ts'

/** Why a line cannot be ordered, or not sent at once, as it stands (R-BASKET-17). */
export interface LineProblem {
  line: BasketLine
  /** 'Only 2 available', 'Out of stock', 'No longer available', 'Price on request'. */
  text: string
  /** Pieces that can be sent now. */
  available: number
  /** Pieces that can be ordered for later; 0: the line cannot be ordered as it stands. */
  later: number
}

const outOfStockText = 'Out of stock'

/** Null: the line can be ordered, and is in stock or entirely on back order. */
export function findLineProblem(line: BasketLine): LineProblem | null {
  const { forSale, unitPrice: price, quantity, backOrder } = line
  const saleState = getSaleState({ forSale, price })
  if (saleState === 'discontinued') return { line, text: toStockView(line).text, available: 0, later: 0 }
  if (saleState === 'price_on_request') return { line, text: priceOnRequestText, available: 0, later: 0 }
  const available = Math.max(0, line.available)
  const later = quantity - available
  if (later <= 0 || (backOrder && available === 0)) return null
  const text = available === 0 ? outOfStockText : formatOnlyAvailable(formatCount(available))
  return { line, text, available, later: backOrder ? later : 0 }
}

export const formatOnlyAvailable = (available: string): string => `Only ${available} available`

type StockedBasket = Pick<Basket, 'consignments'> & { lines: readonly BasketLine[] }

/** A line of which the customer takes a part later is no problem. */
export const listLineProblems = ({ lines, consignments }: StockedBasket): LineProblem[] =>
  lines
    .flatMap(line => findLineProblem(line) ?? [])
    .filter(({ later }) => later === 0 || consignments !== 'split')

/** Reduces short rows to what is there: one, or with '*' each that cannot be ordered as it stands. None is removed. */
export function listAvailableQuantities(basket: StockedBasket, row: string): RowChange[] {
  return listLineProblems(basket)
    .filter(({ line, later }) => (row === '*' ? later === 0 : row === String(line.id)))
    .filter(({ available }) => available > 0)
    .map(({ line, available }) => ({ rowId: line.id, quantity: available, entry: {} }))
}

/** The availability text of a line; a quantity above the stock says so. */
export function formatAvailability(line: BasketLine, consignments: Basket['consignments']): string {
  const problem = findLineProblem(line)
  if (problem && problem.later > 0 && consignments === 'split') {
    return `${formatCount(problem.available)} now, ${formatCount(problem.later)} later`
  }
  // The note of a part that is out of stock, '7-10 days', says more.
  return problem && problem.text !== outOfStockText ? problem.text : toStockView(line).text
}

/** After a change of the line's quantity: 'Only 2 available: FH-AIR-1 Air filter, outer. 5 are in your basket.' */
export function formatProblemNotice({ line, text }: LineProblem): string {
  const { code, title, quantity } = line
  return `${text}: ${code} ${title}. ${formatCount(quantity)} ${quantity === 1 ? 'is' : 'are'} in your basket.`
}

export interface AddCandidate {
  price: number | null
  forSale: boolean
  available: number
  backOrder: boolean
  /** Pieces in the basket already. */
  inBasket: number
}

/** Why so many more pieces of a product cannot be added (R-BASKET-5); null when they can. */
export function validateAdd(product: AddCandidate | null, quantity: number): ProductRefusal | null {
  if (!product) return 'unknown_product'
  const saleState = getSaleState(product)
  if (saleState === 'discontinued') return 'not_for_sale'
  if (saleState === 'price_on_request') return saleState
  const pieces = product.inBasket + quantity
  if (pieces > maxQuantity) return 'row_full'
  if (product.backOrder || pieces <= product.available) return null
  return product.available <= 0 ? 'none_left' : 'too_many'
}
