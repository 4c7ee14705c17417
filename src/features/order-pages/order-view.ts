import { formatAddressLines } from '../../lib/contact/address.ts'
import type { IsoDate } from '../../lib/dates.ts'
import type { DocumentSummary, OrderRefund } from '../billing/document.ts'
import { countInvoices, toDocumentItems, toInvoiceLink, toRefundItems } from '../billing/view.ts'
import { exportNotice } from '../delivery/vat-rate.ts'
import {
  formatDeliveryName,
  formatDeliveryText,
  toDeliveryOrCollection,
} from '../orders/delivery-or-collection.ts'
import { type Order, pickTotals } from '../orders/order.ts'
import type { Parcel } from '../warehouse/despatch/parcel.ts'
import { formatNotSent } from '../warehouse/despatch/rules.ts'
import { toDespatchView, toOrderConsignments } from '../warehouse/despatch/view.ts'
import type { Arriving } from './customer-state.ts'

export type DocumentedOrder = Order & {
  parcels: Parcel[]
  /** Its invoices and credit notes, the first first. */
  documents: DocumentSummary[]
  /** The first first. */
  refunds: OrderRefund[]
}

/** What the page in the account and the confirmation show of an order. `url`: where its documents are. */
export function toOrderBody(order: DocumentedOrder & Arriving, url: string, today: IsoDate) {
  const { vat, total } = order
  return {
    reference: order.reference,
    consignments: toOrderConsignments(order, today),
    /** What was credited before it left: '2 × FH-OIL-1'; ''. */
    notSent: formatNotSent(order.lines),
    despatch: toDespatchView(order, { hasNames: true }),
    totals: pickTotals(order),
    deliveryOrCollection: toDeliveryOrCollection(order),
    billing: formatAddressLines(order.billing),
    /** 'Delivery', 'Collection requested'. */
    deliveryName: formatDeliveryName(order, order.expectation),
    deliveryText: formatDeliveryText(order),
    purchaseOrder: order.purchaseOrder,
    deliveryInstructions: order.deliveryInstructions,
    /** Why no VAT is charged; null where it is. */
    vatNote: vat === 0 && total > 0 ? exportNotice : null,
    invoice: toInvoiceLink({ ...order, invoices: countInvoices(order.documents) }, url),
    documents: toDocumentItems(order.documents, url),
    refunds: toRefundItems(order.refunds),
  }
}
