import { formatPounds, type Pence, pence, zero } from './money.ts'

/** The totals of a basket, an order or a quote, with what makes them up. */
export interface ItemisedTotals {
  /** Goods ex VAT, before vouchers. */
  subtotal: Pence
  /** What the vouchers take off, positive, ex VAT. */
  discount: Pence
  /** Empty with a discount: facts stored before vouchers were listed. */
  vouchers: readonly { code: string; summary: string; amount: Pence }[]
  /** Ex VAT; null: not known yet. */
  deliveryCost: Pence | null
  vat: Pence
  /** In basis points; null: not known. */
  vatRateBp: number | null
  /** What is paid: subtotal − discount + deliveryCost + vat. */
  total: Pence
  /** Nothing of it is paid: the goods have their value alone. */
  isFreeOfCharge?: boolean | undefined
}

export interface ListedTotal {
  kind: 'goods' | 'voucher' | 'delivery' | 'net' | 'vat' | 'total'
  /** 'Voucher SAVE10'. */
  name: string
  /** Behind the name, in quieter type: '10% off'; or null. */
  note: string | null
  /** '−£6.25', 'FREE'. */
  text: string
  /** Null: not known yet. */
  amount: Pence | null
}

export interface TotalLineOptions {
  /** In place of an unknown price of delivery. */
  unknownDelivery?: string | undefined
  /** No delivery is chosen yet, so the price is the lowest: 'from £8.00'. */
  isLowestDelivery?: boolean
  /** '£31.00 more for free delivery'. */
  deliveryNote?: string | null | undefined
  /** Where goods are collected. */
  deliveryName?: string
  totalName?: string
  /** With the total ex VAT before the VAT: VAT invoices and quotations. */
  withNet?: boolean
}

/**
 * The one order of sums, on every screen, in e-mails and PDFs: goods, vouchers, delivery, VAT, total (R-BASKET-16). The
 * amounts of the lines before the total add up to it.
 */
export function listTotalLines(totals: ItemisedTotals, options: TotalLineOptions = {}): ListedTotal[] {
  const { subtotal, discount, deliveryCost, vat, total } = totals
  const net = pence(subtotal - discount + (deliveryCost ?? 0))
  const rate = totals.vatRateBp === null ? null : `${totals.vatRateBp / 100}%`
  if (totals.isFreeOfCharge)
    return [
      { kind: 'goods', name: 'Value of the goods', note: 'ex VAT', ...toAmount(pence(subtotal - discount)) },
      { kind: 'total', name: 'To pay', note: 'free of charge', ...toAmount(zero) },
    ]
  const netLine = { kind: 'net', name: 'Total', note: 'ex VAT', ...toAmount(net) } as const
  return [
    { kind: 'goods', name: 'Subtotal', note: 'ex VAT', ...toAmount(subtotal) },
    ...listVoucherLines(totals),
    {
      kind: 'delivery',
      name: options.deliveryName ?? 'Delivery',
      note: options.deliveryNote ?? null,
      text: formatDelivery(deliveryCost, options),
      amount: deliveryCost,
    },
    ...(options.withNet ? [netLine] : []),
    {
      kind: 'vat',
      name: 'VAT',
      note: options.withNet && rate !== null ? `${rate} on ${formatPounds(net)}` : rate,
      ...toAmount(vat),
    },
    {
      kind: 'total',
      name: options.totalName ?? 'Total',
      note: formatTotalNote(totals),
      ...toAmount(total),
    },
  ]
}

/** 'Voucher SAVE10, 10% off': name and note in one, where there is one type only. */
export function formatTotalLineName({
  kind,
  name,
  note,
}: Pick<ListedTotal, 'kind' | 'name' | 'note'>): string {
  if (note === null) return name
  return kind === 'voucher' || kind === 'delivery' ? `${name}, ${note}` : `${name} ${note}`
}

function listVoucherLines({ discount, vouchers }: ItemisedTotals): ListedTotal[] {
  if (vouchers.length === 0 && discount > 0) {
    return [{ kind: 'voucher', name: 'Vouchers', note: null, ...toAmount(pence(-discount)) }]
  }
  return vouchers.map(({ code, summary, amount }) => ({
    kind: 'voucher',
    name: `Voucher ${code}`,
    note: amount > 0 ? summary : null,
    ...(amount > 0 ? toAmount(pence(-amount)) : { text: summary, amount }),
  }))
}

/** '£8.00', 'FREE', 'We will quote'. */
export function formatDeliveryCost(deliveryCost: Pence | null): string {
  if (deliveryCost === null) return 'We will quote'
  return deliveryCost === 0 ? 'FREE' : formatPounds(deliveryCost)
}

function formatDelivery(deliveryCost: Pence | null, options: TotalLineOptions): string {
  const text = formatDeliveryCost(deliveryCost)
  if (deliveryCost === null) return options.unknownDelivery ?? text
  return options.isLowestDelivery && deliveryCost > 0 ? `from ${text}` : text
}

function formatTotalNote({ deliveryCost, vatRateBp }: ItemisedTotals): string | null {
  const parts = [
    ...(deliveryCost === null ? ['before delivery'] : []),
    ...(vatRateBp === 0 ? [] : ['inc VAT']),
  ]
  return parts.length > 0 ? parts.join(', ') : null
}

const toAmount = (amount: Pence) => ({ text: formatPounds(amount), amount })
