import type { OrderAddress } from '../orders/order.ts'
import type { KeptAddress, KeptAnswers } from './sent.ts'
import { nothingKept } from './sent.ts'

/** A quote that was priced, or an order that waits for approval. */
export interface LoadedOrder {
  status: 'quote_approved' | 'approval'
  order: {
    contact: { vat: string }
    delivery: OrderAddress
    billing: OrderAddress
    deliveryCode: string
    purchaseOrder: string
    deliveryInstructions: string
  }
}

/** The delivery that a loaded order asks for: a quote's is the one that staff priced. */
export function loadedDeliveryCode({ status, order }: LoadedOrder): string {
  return status === 'quote_approved' ? 'QTD' : order.deliveryCode
}

/**
 * What a loaded order answers by itself (specification §4: delivery address, date and billing address). The day is the
 * one that can be had now; how it is paid for is the buyer's to say.
 */
export function answersOf(loaded: LoadedOrder): KeptAnswers {
  const { order } = loaded
  return {
    ...nothingKept,
    // Of the sender only what customs want: who orders is who is signed in.
    contact: order.contact.vat ? { name: '', email: '', telephone: '', vat: order.contact.vat } : null,
    delivery: typed(order.delivery),
    billing: typed(order.billing),
    deliveryMethod: loadedDeliveryCode(loaded),
    purchaseOrder: order.purchaseOrder,
    instructions: order.deliveryInstructions,
  }
}

function typed(address: OrderAddress): KeptAddress {
  return { ...address, id: null, imported: false }
}
