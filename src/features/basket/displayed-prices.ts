import { type Pence, zero } from '../../lib/money.ts'
import type { Basket, BasketTotals, DisplayedPrices, VoucherInBasket } from './basket.ts'

/** The displayed prices of a basket once its lines are displayed with these totals. */
export function addDisplayedTotals(
  { lines, displayedPrices }: Pick<Basket, 'lines' | 'displayedPrices'>,
  { discounts, deliveryCost }: Pick<BasketTotals, 'discounts' | 'deliveryCost'>,
): DisplayedPrices {
  const { tariff, vatRate } = deliveryCost
  return Object.fromEntries([
    ...Object.entries(displayedPrices).filter(([part]) => !isPartOfGoods(part)),
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

export function hasSamePrices(one: DisplayedPrices, other: DisplayedPrices): boolean {
  const parts = Object.keys(one)
  return parts.length === Object.keys(other).length && parts.every(part => one[part] === other[part])
}

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
