import type { IsoDate } from '../../lib/dates.ts'
import { type Pence, pence } from '../../lib/money.ts'

export type RuleKind = 'percent_off' | 'percent_on' | 'fixed'

/** What a rule applies to. */
export type RuleTarget =
  | { scope: 'all' }
  | { scope: 'type'; typeId: number }
  | { scope: 'brand'; brandId: number }
  | { scope: 'product'; productId: number }

export interface PriceRule {
  target: RuleTarget
  kind: RuleKind
  /** Hundredths of a percent; of a fixed price pence ex VAT. */
  value: number
  minQuantity: number
  validFrom: IsoDate
  /** The last day; null: none. */
  validTo: IsoDate | null
}

export interface PricedItem {
  id: number
  brandId: number
  typeId: number
  /** Pence ex VAT; null: on request. */
  listPrice: Pence | null
}

/** What the company agreed for the product itself: more specific than each rule. */
export interface AgreedPrice {
  minQuantity: number
  price: Pence
}

const specificity = { all: 0, type: 1, brand: 2, product: 3 } as const

/**
 * What a company pays for one of so many pieces on a day (R-PRICE-1), null: on request. The shop itself reads `price_of` of the
 * database, which a test compares with this.
 */
export function calculatePrice(
  item: PricedItem,
  agreed: readonly AgreedPrice[],
  rules: readonly PriceRule[],
  pieces: number,
  day: IsoDate,
): Pence | null {
  const ownPrice = agreed
    .filter(({ minQuantity }) => minQuantity <= pieces)
    .sort((a, b) => b.minQuantity - a.minQuantity)[0]
  if (ownPrice) return ownPrice.price
  const rule = rules
    .filter(
      ({ target, minQuantity, validFrom, validTo }) =>
        isFor(target, item) &&
        minQuantity <= pieces &&
        validFrom <= day &&
        (validTo === null || validTo >= day),
    )
    .sort(
      (a, b) => specificity[b.target.scope] - specificity[a.target.scope] || b.minQuantity - a.minQuantity,
    )[0]
  return (rule && applyRule(rule, item.listPrice)) ?? item.listPrice
}

function isFor(target: RuleTarget, item: PricedItem): boolean {
  if (target.scope === 'product') return target.productId === item.id
  if (target.scope === 'brand') return target.brandId === item.brandId
  return target.scope === 'all' || target.typeId === item.typeId
}

/** Rounded half up to the penny; a fixed price is never above the list price. Null: a percentage of no price. */
export function applyRule({ kind, value }: Pick<PriceRule, 'kind' | 'value'>, listPrice: Pence | null) {
  if (kind === 'fixed') return pence(listPrice === null ? value : Math.min(value, listPrice))
  if (listPrice === null) return null
  const share = kind === 'percent_off' ? 10_000 - value : 10_000 + value
  return pence(Math.floor((listPrice * share + 5_000) / 10_000))
}
