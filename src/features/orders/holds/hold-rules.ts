import { isIn, type OrderState } from '../states.ts'

export interface DespatchableOrder {
  state: OrderState
  onStop: boolean
}

/** A change that staff ask for, from a page that may be outdated. */
export interface ChangeInput<Order> {
  order: Order
  version: string
  expectedVersion: string
}

export type HoldRefusal = 'changed' | 'not_open' | 'held_already' | 'not_held' | 'payment_due' | 'not_allowed'

export const holdRefusalMessages: Record<HoldRefusal, string> = {
  changed: 'This order has changed since you opened it, so nothing was done. Here is how it stands now.',
  not_open: 'There is nothing left to despatch of this order, so it can’t be held.',
  held_already: 'This order is held already.',
  not_held: 'This order isn’t held any more.',
  payment_due:
    'A part of this order is still to be paid. It is released when that is paid, or when the order is corrected back.',
  not_allowed: 'Only sales or accounts can send what is held for its account. Please ask one of them.',
}

type HoldableOrder = DespatchableOrder & {
  /** Of staff; '': they do not hold it, its account may. */
  holdReason: string
}

/** An order that is held for its account can be held by staff too: it then stays held when the account is released. */
export const canHold = ({ state, onStop, holdReason }: HoldableOrder): boolean =>
  isIn('isDespatchable', state) && !(onStop && holdReason !== '')

/** Why the order cannot be held; null: it can. */
export function findHoldRefusal({
  order,
  version,
  expectedVersion,
}: ChangeInput<HoldableOrder>): HoldRefusal | null {
  if (!isIn('isDespatchable', order.state)) return 'not_open'
  if (!canHold(order)) return 'held_already'
  return version === expectedVersion ? null : 'changed'
}

/**
 * What an order is held for: by staff, because its account is on stop, beyond the credit of its account, and until the
 * rest of it is paid by card.
 */
export interface Holds {
  staff: boolean
  account: boolean
  credit: boolean
  payment: boolean
}

export const hasHold = ({ staff, account, credit, payment }: Holds): boolean =>
  staff || account || credit || payment

/** For the audit: 'not held', 'held by staff (Odd address), for the account on stop'. `reason`: of staff. */
export function formatHolds({ staff, account, credit, payment }: Holds, reason: string): string {
  const causes = [
    staff && `by staff (${reason})`,
    account && 'for the account on stop',
    credit && 'for the credit of the account',
    payment && 'until the rest is paid',
  ].filter(Boolean)
  return causes.length === 0 ? 'not held' : `held ${causes.join(', ')}`
}

export const liftChoices = ['staff', 'account', 'both'] as const
export type LiftChoice = (typeof liftChoices)[number] | ''

/**
 * The holds that stay; 'unclear': staff and the account hold it, and it was not said which to lift. '' lifts the only one.
 * The stop of an account and its credit are lifted together. What is to be paid holds the order until it is paid.
 */
export function findRemainingHolds(holds: Holds, lift: LiftChoice): Holds | 'unclear' {
  const { staff, account, credit } = holds
  if (lift === '' && staff && (account || credit)) return 'unclear'
  const isAccountHeld = lift === 'staff'
  return {
    ...holds,
    staff: staff && lift === 'account',
    account: account && isAccountHeld,
    credit: credit && isAccountHeld,
  }
}

/** Why the order cannot be released; null: it can. */
export function findReleaseRefusal({
  order,
  version,
  expectedVersion,
}: ChangeInput<DespatchableOrder>): HoldRefusal | null {
  if (!order.onStop) return 'not_held'
  return version === expectedVersion ? null : 'changed'
}

/** Why an order is taken off its pick list. */
export type RemovalReason = 'cancelled' | 'held' | 'despatched'
