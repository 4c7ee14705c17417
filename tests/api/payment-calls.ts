import type { FaultName } from '../../demo/card-provider/faults.ts'
import type { paymentStatus } from '../../src/features/payments/schemas.ts'
import type { ReplyOf } from '../../src/lib/calls/call.ts'
import type { TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'

/** A basket above the minimum order. */
export const seals = { 'FH-SEAL-1': 3 }

/** The status that the page beside the card frame polls. */
export async function getPaymentStatus(
  visitor: TestVisitor,
  reference: string,
): Promise<ReplyOf<typeof paymentStatus>> {
  return (await visitor.get<ReplyOf<typeof paymentStatus>>(`/checkout/payment/${reference}`)).body
}

/** The transaction references of an order's payment attempts, the oldest first. */
export async function listTransactionReferences(shop: TestShop, orderReference: string): Promise<string[]> {
  const rows = await shop.sql<{ code: string }>(
    `select transaction_reference as code from payment_attempt a join orders o on o.id = a.order_id
     where reference = $1 order by a.id`,
    [orderReference],
  )
  return rows.map(({ code }) => code)
}

/** The pence that the simulator has charged for each payment attempt of an order. */
export async function listCharges(shop: TestShop, orderReference: string): Promise<number[]> {
  const codes = await listTransactionReferences(shop, orderReference)
  return codes.map(code => shop.simulator.control.ledger(code)!.charged)
}

/** Makes the simulator misbehave in the newest payment attempt of an order. */
export async function setFault(shop: TestShop, fault: FaultName, orderReference: string): Promise<void> {
  const vendorTxCode = (await listTransactionReferences(shop, orderReference)).at(-1)
  shop.simulator.control.fault(fault, { vendorTxCode })
}
