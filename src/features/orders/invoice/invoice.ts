import { type Pence, pence, sum, zero } from '../../../lib/money.ts'
import { distribute } from '../../basket/totals.ts'
import type { Order } from '../order.ts'
import type { OrderLine } from '../order-line.ts'

export type InvoicedOrder = Pick<Order, 'lines' | 'discount' | 'deliveryCost' | 'vat' | 'total'>

/** Ex VAT but `vat`. */
export interface InvoiceLine extends OrderLine {
  /** Its share of the order's discount. */
  discount: Pence
  net: Pence
  vat: Pence
}

export interface InvoiceTotals {
  lines: InvoiceLine[]
  deliveryCost: { net: Pence; vat: Pence }
  net: Pence
  vat: Pence
  total: Pence
}

/**
 * The totals of an invoice, line by line. The order's discount and its VAT, which was rounded once, are distributed by
 * largest remainder, so that each printed column adds up to the order to the penny.
 */
export function calculateInvoice(order: InvoicedOrder): InvoiceTotals {
  const deliveryCost = order.deliveryCost ?? zero
  const discounts = distribute(
    order.discount,
    order.lines.map(({ lineTotal }) => lineTotal),
  )
  const nets = order.lines.map(({ lineTotal }, index) => pence(lineTotal - discounts[index]!))
  // Delivery has the VAT rate of the goods that it comes with.
  const vats = distribute(order.vat, [...nets, deliveryCost])
  return {
    lines: order.lines.map((line, index) => ({
      ...line,
      discount: discounts[index]!,
      net: nets[index]!,
      vat: vats[index]!,
    })),
    deliveryCost: { net: deliveryCost, vat: vats.at(-1)! },
    net: sum([...nets, deliveryCost]),
    vat: order.vat,
    total: order.total,
  }
}

/** 42 → 'INV-000042'. */
export const formatInvoiceNumber = (number: number): string => `INV-${String(number).padStart(6, '0')}`
