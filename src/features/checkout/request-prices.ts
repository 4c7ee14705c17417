import { type BasisPoints, calculateShare } from '../../lib/money.ts'
import type { Basket, DisplayedPrices, VoucherInBasket } from '../basket/basket.ts'
import { addDisplayedTotals } from '../basket/displayed-prices.ts'
import type { Order } from '../orders/order.ts'

/** The prices of the total that a request for approval displays to its approvers. */
export function toRequestPrices(
  order: Pick<Order, 'subtotal' | 'deliveryCode' | 'deliveryCost' | 'vouchers'>,
  { lines, vouchers }: Pick<Basket, 'lines' | 'vouchers'>,
  vatRate: BasisPoints,
): DisplayedPrices {
  const { deliveryCode, deliveryCost: price } = order
  const tariff: DisplayedPrices =
    price === null ? {} : { [`delivery:${deliveryCode}`]: price, 'delivery:freeFrom': null }
  const discounts = vouchers.map(voucher => ({
    voucher: { id: voucher.id, amount: getRequestedAmount(voucher, order) },
  }))
  return addDisplayedTotals({ lines, displayedPrices: {} }, { discounts, deliveryCost: { vatRate, tariff } })
}

/** The amount of a voucher when the request was sent, which stored its discount only. */
function getRequestedAmount(
  { kind, code, amount }: VoucherInBasket,
  { subtotal, vouchers }: Pick<Order, 'subtotal' | 'vouchers'>,
): number {
  const discount = vouchers.find(voucher => voucher.code === code)?.amount
  if (discount === undefined || kind === 'free_delivery') return amount
  if (kind === 'fixed') return discount
  const isUnchanged = subtotal === 0 || calculateShare(subtotal, amount as BasisPoints) === discount
  return isUnchanged ? amount : Math.round((discount * 10_000) / subtotal)
}
