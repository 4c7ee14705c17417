import { canPayOnAccount, isGod, type Person } from '../../accounts/visitor.ts'
import type { PaymentMethod } from '../schemas.ts'
import { getForcedMethod } from '../stages/stages.ts'

export const methodNames: Record<PaymentMethod, string> = {
  account: 'Pay on account',
  card: 'Pay by card',
  godmode: 'Place without payment (staff)',
  quote: 'Ask for a quote',
  approval: 'Send for approval',
}

/** The payment methods of a customer for a delivery option ('' while none is chosen). Checked again in every request. */
export function listPaymentMethods(
  person: Person | null,
  deliveryOption: string,
  acceptsCards: boolean,
): { name: string; value: PaymentMethod }[] {
  const forced = getForcedMethod(deliveryOption, person?.ordersRequireApproval ?? false)
  const values: PaymentMethod[] = forced
    ? [forced]
    : [
        ...(canPayOnAccount(person) ? (['account'] as const) : []),
        ...(acceptsCards ? (['card'] as const) : []),
        ...(isGod(person) ? (['godmode'] as const) : []),
      ]
  return values.map(value => ({ name: methodNames[value], value }))
}
