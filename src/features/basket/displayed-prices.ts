import { type Pence, zero } from '../../lib/money.ts'
import type { Basket, BasketLine, DeliveryCost, DisplayedPrices, VoucherInBasket } from './basket.ts'

interface DisplayedGoods extends Pick<Basket, 'displayedPrices'> {
  lines: readonly Pick<BasketLine, 'productId' | 'unitPrice'>[]
}

/** What totals reveal of the prices that they are calculated from. */
interface RevealedTotals {
  discounts: readonly { voucher: Pick<VoucherInBasket, 'id' | 'amount'> }[]
  deliveryCost: Pick<DeliveryCost, 'tariff' | 'vatRate'>
}

/** The displayed prices of a basket once these totals are displayed with all its lines. */
export function addDisplayedTotals(
  { lines, displayedPrices }: DisplayedGoods,
  totals: RevealedTotals,
): DisplayedPrices {
  const otherParts = Object.entries(displayedPrices).filter(([part]) => !isPartOfGoods(part))
  return mergeDisplayedTotals({ lines, displayedPrices: Object.fromEntries(otherParts) }, totals)
}

/** The same when other lines may have been added meanwhile: their prices stay. */
export function mergeDisplayedTotals(
  { lines, displayedPrices }: DisplayedGoods,
  { discounts, deliveryCost }: RevealedTotals,
): DisplayedPrices {
  const { tariff, vatRate } = deliveryCost
  return Object.fromEntries([
    ...Object.entries(displayedPrices),
    ...Object.entries(tariff),
    // An export tells nothing about the rate of other destinations.
    ...(vatRate > 0 ? [['vat', vatRate]] : []),
    ...lines.flatMap(({ productId, unitPrice }) =>
      unitPrice === null ? [] : [[`product:${productId}`, unitPrice]],
    ),
    ...discounts.map(({ voucher }) => [`voucher:${voucher.id}`, voucher.amount]),
  ])
}

/** The basket at the prices that were displayed last; what was never displayed stays as it is now. */
export function toDisplayedBasket(basket: Basket): Basket {
  const { displayedPrices } = basket
  return {
    ...basket,
    lines: basket.lines.map(line => ({
      ...line,
      unitPrice: (displayedPrices[`product:${line.productId}`] as Pence | undefined) ?? line.unitPrice,
    })),
    vouchers: basket.vouchers.map(voucher => {
      const amount = displayedPrices[`voucher:${voucher.id}`] ?? null
      return amount === null ? voucher : { ...voucher, ...noConditions, amount }
    }),
  }
}

/** What a display changes of the stored prices. Only this is written, so that concurrent displays do not undo each other. */
export interface PriceChange {
  changed: DisplayedPrices
  removed: string[]
}

/** Null: nothing changes. */
export function comparePrices(before: DisplayedPrices, after: DisplayedPrices): PriceChange | null {
  const changed = Object.entries(after).filter(([part, price]) => before[part] !== price)
  const removed = Object.keys(before).filter(part => !(part in after))
  return changed.length + removed.length > 0 ? { changed: Object.fromEntries(changed), removed } : null
}

/** Whether a price of goods was displayed, and so a total. */
export const hasDisplayedGoods = (prices: DisplayedPrices): boolean =>
  Object.keys(prices).some(part => part.startsWith('product:'))

const isPartOfGoods = (part: string): boolean => part.startsWith('product:') || part.startsWith('voucher:')

/** A voucher was valid when its discount was displayed. */
const noConditions = {
  minimumSpend: zero,
  startsAt: null,
  endsAt: null,
  totalLimit: null,
  customerLimit: null,
  companyId: null,
  personId: null,
} satisfies Partial<VoucherInBasket>
