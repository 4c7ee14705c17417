import { findUnpaidPayment } from '../payments/service.ts'
import type { CheckoutDeps } from './service.ts'
import { type CheckoutSource, getOrigin } from './source.server.ts'

export interface UnpaidOrder {
  reference: string
  /** The card form can still be used, or is being opened, for the source as it is now. */
  isFormOpen: boolean
  /** Null: the form is not open, or is being opened. */
  paymentPageUrl: string | null
}

/** The order of this source whose card form was opened in this browser and that is not paid. */
export async function findUnpaidOrder(
  { context }: Pick<CheckoutDeps, 'context'>,
  source: CheckoutSource,
  sessionHash: Buffer | null,
): Promise<UnpaidOrder | null> {
  const origin = getOrigin(source)
  const payment = sessionHash && origin ? await findUnpaidPayment(context, sessionHash, origin) : null
  if (!payment) return null
  const { reference, basketVersion } = payment
  // After a change of the basket the form is for an order that is out of date.
  const isFormOpen = payment.isFormOpen && basketVersion === source.basket.version
  return { reference, isFormOpen, paymentPageUrl: isFormOpen ? payment.paymentPageUrl : null }
}
