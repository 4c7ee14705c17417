import type { PaymentMethod } from './contract.ts'

/** Specification §2: 1 contact, 2 delivery address, 3 date and method, 4 billing, 5 purchase options, 6 confirmation. */
export type Stage = 1 | 2 | 3 | 4 | 5 | 6

export const stages: readonly Stage[] = [1, 2, 3, 4, 5, 6]

export const stageNames: Record<Stage, string> = {
  1: 'Contact',
  2: 'Delivery address',
  3: 'Delivery date and method',
  4: 'Billing address',
  5: 'Purchase options',
  6: 'Confirmation',
}

/** What the way through the stages depends on. */
export interface Circumstances {
  loggedIn: boolean
  needsApproval: boolean
  method: PaymentMethod | null
  deliveryIsQuote: boolean
  /** A quote or an approval order was loaded. */
  loadedOrder: boolean
  hasBillingAddress: boolean
}

export interface Progress {
  open: Stage
  /** Completed stages, in order. */
  done: readonly Stage[]
}

/** A logged-in user starts at stage 2 (Specification §2). */
export function start({ loggedIn }: Pick<Circumstances, 'loggedIn'>): Progress {
  return loggedIn ? { open: 2, done: [1] } : { open: 1, done: [] }
}

/** The stage that follows a completed one (Specification §4). */
export function nextStage(after: Stage, around: Circumstances): Stage {
  if (after !== 3) return (after === 6 ? 6 : after + 1) as Stage
  if (!around.hasBillingAddress) return 4
  return skipsPurchaseOptions(around) ? 6 : 5
}

/** Completes a stage and opens the next that is not done yet, so that an edit leads back to where the buyer was. */
export function complete(progress: Progress, stage: Stage, around: Circumstances): Progress {
  const next = nextStage(stage, around)
  const skipped = stages.filter(between => between > stage && between < next)
  const done = inOrder([...progress.done, stage, ...skipped])
  const open = stages.find(candidate => candidate >= next && !done.includes(candidate)) ?? 6
  const earlier = stages.find(candidate => candidate < open && !done.includes(candidate))
  return { open: earlier ?? open, done }
}

/** Any completed stage can be reopened; it stays done until its answers change. Others stay shut. */
export function edit(progress: Progress, stage: Stage): Progress {
  return progress.done.includes(stage) ? { ...progress, open: stage } : progress
}

/** Opens a stage whose answer no longer holds: it has to be answered again. */
export function reopen(progress: Progress, stage: Stage): Progress {
  return { open: stage, done: progress.done.filter(done => done !== stage) }
}

/** Items or dates that can no longer be had lead back to stage 3 (Specification §4). */
export function returnToDelivery(progress: Progress): Progress {
  return reopen(progress, 3)
}

export type Change = 'destination' | 'collection' | 'other'

/**
 * What a changed answer undoes. Another destination, or collection instead of delivery, makes the dates of stage 3
 * worthless: it has to be answered again.
 */
export function afterChange(progress: Progress, change: Change): Progress {
  if (change === 'other' || !progress.done.includes(3)) return progress
  const back = returnToDelivery(progress)
  return progress.open > 3 ? back : { ...back, open: progress.open }
}

/** Where a buyer who comes back goes on: the first stage he has not answered. The later answers still count. */
export function resume(answered: readonly Stage[], around: Circumstances): Progress {
  let progress = start(around)
  while (progress.open !== 6 && answered.includes(progress.open))
    progress = complete(progress, progress.open, around)
  return { open: progress.open, done: inOrder([...progress.done, ...answered]) }
}

/** The stages a loaded order fills by itself, in sequence (Specification §4). */
export function filledByLoading(status: string | null): readonly Stage[] {
  return status === 'quote_approved' || status === 'approval' ? [2, 3, 4] : []
}

/** The stage that a loaded order fills next; null when it has filled what it can. */
export function stageToFill({ open }: Progress, status: string | null): Stage | null {
  return filledByLoading(status).includes(open) ? open : null
}

/** Specification §9: the pace of that. Visible pacing only: nothing waits for it. */
export const loadedStepMs = 2000

/** The method that leaves no choice: a quote request, or an order that needs approval; null when the buyer chooses. */
export function forcedMethod(deliveryCode: string, needsApproval: boolean): PaymentMethod | null {
  // Contract §3: who needs approval may ask for a quote; nothing is ordered by that.
  if (deliveryCode === 'quote') return 'quote'
  return needsApproval ? 'approval' : null
}

/** Choosing account with another billing address puts the account's own back (Specification §4). */
export function resetsBilling(method: PaymentMethod, billingIsAccountAddress: boolean): boolean {
  return method === 'account' && !billingIsAccountAddress
}

/** What follows a saved order (Specification §4): the terms' completion, the head buyer's approval, or the card form. */
export function afterPlaceOrder(method: PaymentMethod): 'complete' | 'send_approval' | 'card_frame' {
  if (method === 'card') return 'card_frame'
  return method === 'approval' ? 'send_approval' : 'complete'
}

/** Specification §4: these accept the terms on the page; who places an order that was sent for approval accepts them then. */
export function needsTerms(method: PaymentMethod | null): boolean {
  return method !== 'approval'
}

/** Specification §4: choosing collection is asked about once more; who declines has chosen nothing. */
export function needsConfirmation(chosen: string, before: string | null): boolean {
  return chosen === collection && before !== collection
}

/** How the last Place Order went. */
export type Placing = 'idle' | 'placing' | 'failed'

/** While an order is being placed its payment method stays; it may change again when placing failed. */
export function mayChangeMethod(placing: Placing): boolean {
  return placing !== 'placing'
}

const collection = 'COL'

// All that stage 5 would ask is known, or has no answer to give.
function skipsPurchaseOptions(around: Circumstances): boolean {
  return (
    around.method === 'account' && !around.needsApproval && !around.deliveryIsQuote && !around.loadedOrder
  )
}

function inOrder(done: readonly Stage[]): Stage[] {
  return stages.filter(stage => done.includes(stage))
}

/** The stage where a field that the final send was refused for can be put right. */
export function stageOfField(field: string): Stage {
  if (/^(contact|name|email|password|telephone)\b/.test(field)) return 1
  if (/^delivery_(method|arg)/.test(field)) return 3
  if (/^(purchase_order|delivery_instructions|payment)/.test(field)) return 5
  if (/^billing/.test(field)) return 4
  return 2
}

/** The stage that a refused send leads to, when it is another than the one that was sent; null when it stays there. */
export function stageOfRefusal(sent: Stage, fields: readonly string[]): Stage | null {
  // The contact is all that stage 1 sends.
  if (sent === 1 || fields.length === 0) return null
  const asked = fields.map(stageOfField)
  return asked.includes(sent) ? null : (Math.min(...asked) as Stage)
}
