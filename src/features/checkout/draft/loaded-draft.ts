import type { Consignments } from '../../../lib/availability.ts'
import { hasChosenDay } from '../../delivery/services.ts'
import type { OrderAddress } from '../../orders/order.ts'
import { type CheckoutDraft, type DraftAddress, emptyDraft } from './draft.ts'

/** A priced quote, or an order that awaits approval. */
interface OrderToLoad {
  status: 'quote_approved' | 'approval'
  order: {
    contact: { vat: string }
    delivery: OrderAddress
    billing: OrderAddress
    deliveryCode: string
    deliveryDate: string | null
    consignments: Consignments | null
    purchaseOrder: string
    deliveryInstructions: string
  }
}

/** The delivery option of a loaded order: a quote has the one that staff priced. */
export function getLoadedDeliveryCode({ status, order }: OrderToLoad): string {
  return status === 'quote_approved' ? 'QTD' : order.deliveryCode
}

/**
 * The draft that a loaded order fills in: delivery address, date and billing address (R-CHECKOUT-5). A day that was
 * chosen stays, that of a speed is the current one; the payment method is the customer's choice.
 */
export function createLoadedDraft(loadedOrder: OrderToLoad): CheckoutDraft {
  const { order } = loadedOrder
  const deliveryOption = getLoadedDeliveryCode(loadedOrder)
  return {
    ...emptyDraft,
    // Of the sender only the TAX code: the logged-in customer is the one who orders.
    contact: { ...emptyDraft.contact, vat: order.contact.vat },
    delivery: toDraftAddress(order.delivery),
    billing: toDraftAddress(order.billing),
    deliveryOption,
    deliveryDay: hasChosenDay(deliveryOption) ? order.deliveryDate : null,
    consignments: order.consignments,
    purchaseOrder: order.purchaseOrder,
    deliveryInstructions: order.deliveryInstructions,
  }
}

function toDraftAddress(address: OrderAddress): DraftAddress {
  return { ...address, id: null, saveForFuture: false, saveAsBilling: false }
}
