import { distribute } from '../basket/totals.ts'
import { type Pence, pence, sum, zero } from '../shared/money.ts'

export interface InvoicedOrder {
  lines: readonly { code: string; title: string; unitPrice: Pence; quantity: number; lineTotal: Pence }[]
  /** Ex VAT, positive. */
  discount: Pence
  carriage: Pence | null
  vat: Pence
  total: Pence
}

/** Ex VAT but `vat`. */
export interface InvoiceLine {
  code: string
  title: string
  unitPrice: Pence
  quantity: number
  /** Its part of what vouchers take off. */
  discount: Pence
  net: Pence
  vat: Pence
}

export interface InvoiceSums {
  lines: InvoiceLine[]
  carriage: { net: Pence; vat: Pence }
  net: Pence
  vat: Pence
  total: Pence
}

/**
 * The sums of an invoice, line by line: the order's discount and its VAT, which was rounded once, are spread by
 * largest remainder, so that each printed column adds up to the order to the penny.
 */
export function invoiceSums(order: InvoicedOrder): InvoiceSums {
  const carriage = order.carriage ?? zero
  const discounts = distribute(
    order.discount,
    order.lines.map(({ lineTotal }) => lineTotal),
  )
  const nets = order.lines.map(({ lineTotal }, index) => pence(lineTotal - discounts[index]!))
  // Delivery is sold with the goods and takes their rate.
  const vats = distribute(order.vat, [...nets, carriage])
  return {
    lines: order.lines.map(({ code, title, unitPrice, quantity }, index) => ({
      code,
      title,
      unitPrice,
      quantity,
      discount: discounts[index]!,
      net: nets[index]!,
      vat: vats[index]!,
    })),
    carriage: { net: carriage, vat: vats.at(-1)! },
    net: sum([...nets, carriage]),
    vat: order.vat,
    total: order.total,
  }
}

/** 42 → 'INV-000042'. */
export const showInvoiceNumber = (number: number): string => `INV-${String(number).padStart(6, '0')}`
