import { canPayOnAccount, isGod, type Person } from '../accounts/visitor.ts'
import type { PaymentMethod } from './contract.ts'
import { forcedMethod } from './stages.ts'

export const methodNames: Record<PaymentMethod, string> = {
  account: 'Pay on account',
  card: 'Pay by card',
  godmode: 'Place without payment (staff)',
  quote: 'Ask for a quote',
  approval: 'Send for approval',
}

/** How this buyer may order, given the delivery he chose ('' while none is). Asked again at every request. */
export function paymentMethods(
  person: Person | null,
  deliveryCode: string,
  cardsAreTaken: boolean,
): { name: string; value: PaymentMethod }[] {
  const forced = forcedMethod(deliveryCode, person?.ordersRequireApproval ?? false)
  const values: PaymentMethod[] = forced
    ? [forced]
    : [
        ...(canPayOnAccount(person) ? (['account'] as const) : []),
        ...(cardsAreTaken ? (['card'] as const) : []),
        ...(isGod(person) ? (['godmode'] as const) : []),
      ]
  return values.map(value => ({ name: methodNames[value], value }))
}
