import type { PaymentMethod } from './schemas.ts'

/** 1 contact, 2 delivery address, 3 date and method, 4 billing, 5 purchase options, 6 confirmation (R-CHECKOUT-1). */
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

export interface StageConditions {
  isLoggedIn: boolean
  needsApproval: boolean
  method: PaymentMethod | null
  isQuoteRequest: boolean
  isLoadedOrder: boolean
  hasBillingAddress: boolean
}

export interface Progress {
  open: Stage
  completed: readonly Stage[]
}

/** Of an order that was sent. */
export const placedProgress: Progress = { open: 6, completed: [1, 2, 3, 4, 5] }

/** A logged-in customer starts at stage 2 (R-CHECKOUT-2). */
export function startProgress({ isLoggedIn }: Pick<StageConditions, 'isLoggedIn'>): Progress {
  return isLoggedIn ? { open: 2, completed: [1] } : { open: 1, completed: [] }
}

/** The stage that follows a completed one (R-CHECKOUT-3). */
export function getNextStage(stage: Stage, conditions: StageConditions): Stage {
  if (stage !== 3) return (stage === 6 ? 6 : stage + 1) as Stage
  if (!conditions.hasBillingAddress) return 4
  return skipsPurchaseOptions(conditions) ? 6 : 5
}

/** Completes a stage and opens the next incomplete one, so that an edit returns to where the customer was. */
export function completeStage(progress: Progress, stage: Stage, conditions: StageConditions): Progress {
  const next = getNextStage(stage, conditions)
  const skipped = stages.filter(between => between > stage && between < next)
  const completed = sortStages([...progress.completed, stage, ...skipped])
  const open = stages.find(candidate => candidate >= next && !completed.includes(candidate)) ?? 6
  const earlier = stages.find(candidate => candidate < open && !completed.includes(candidate))
  return { open: earlier ?? open, completed }
}

/** Opens a completed stage for editing; it stays completed until its answers change. Other stages cannot be opened. */
export function editStage(progress: Progress, stage: Stage): Progress {
  return progress.completed.includes(stage) ? { ...progress, open: stage } : progress
}

/** Opens a stage whose answer is no longer valid: it has to be completed again. */
export function reopenStage(progress: Progress, stage: Stage): Progress {
  return { ...dropStage(progress, stage), open: stage }
}

/** The stage has no valid answer any more; the open one stays open. */
export function dropStage({ open, completed }: Progress, stage: Stage): Progress {
  return { open, completed: completed.filter(other => other !== stage) }
}

export type DraftChange = 'destination' | 'collection' | 'other'

/** Another destination, or collection instead of delivery, makes the dates of stage 3 invalid. */
export function applyStageChange(progress: Progress, change: DraftChange): Progress {
  if (change === 'other' || !progress.completed.includes(3)) return progress
  const reopened = reopenStage(progress, 3)
  return progress.open > 3 ? reopened : { ...reopened, open: progress.open }
}

/** Where a returning customer continues: the first incomplete stage. Later completed stages still count. */
export function resumeProgress(completed: readonly Stage[], conditions: StageConditions): Progress {
  let progress = startProgress(conditions)
  while (progress.open !== 6 && completed.includes(progress.open)) {
    progress = completeStage(progress, progress.open, conditions)
  }
  return { open: progress.open, completed: sortStages([...progress.completed, ...completed]) }
}

/** The stages that a loaded order fills in, in sequence (R-CHECKOUT-5). */
export function listFilledStages(status: string | null): readonly Stage[] {
  return status === 'quote_approved' || status === 'approval' ? [2, 3, 4] : []
}

/** The stage that a loaded order fills in next; null when it has filled in all it can. */
export function findStageToFill({ open }: Progress, status: string | null): Stage | null {
  return listFilledStages(status).includes(open) ? open : null
}

/** The delay between these stages, only to make them visible (R-CHECKOUT-5). */
export const fillDelayMs = 2000

/** The only possible method: a quote request, or an order that needs approval; null when the customer chooses. */
export function getForcedMethod(deliveryOption: string, needsApproval: boolean): PaymentMethod | null {
  // Customers who need approval may ask for a quote; nothing is ordered by that (R-CHECKOUT-27).
  if (deliveryOption === 'quote') return 'quote'
  return needsApproval ? 'approval' : null
}

/** Choosing account with another billing address resets it to the account's own (R-CHECKOUT-16). */
export function resetsBilling(method: PaymentMethod, isAccountAddress: boolean): boolean {
  return method === 'account' && !isAccountAddress
}

/** What follows a saved order (R-CHECKOUT-23; of a card order the card form, R-PAYMENT-1). */
export function getFinalStep(method: PaymentMethod): 'complete' | 'send_approval' | 'card_frame' {
  if (method === 'card') return 'card_frame'
  return method === 'approval' ? 'send_approval' : 'complete'
}

/** Whether the page asks for the terms (R-CHECKOUT-14). Sending an order for approval accepts them without a tick. */
export function needsTerms(method: PaymentMethod | null): boolean {
  return method !== 'approval'
}

/** Choosing collection needs a confirmation (R-CHECKOUT-18). */
export function needsConfirmation(option: string, previous: string): boolean {
  return option === collection && previous !== collection
}

export type Placing = 'idle' | 'placing' | 'failed'

/** While an order is being placed its payment method cannot change; after a failure it can. */
export function canChangeMethod(placing: Placing): boolean {
  return placing !== 'placing'
}

const collection = 'COL'

// Everything that stage 5 would ask is known or optional.
function skipsPurchaseOptions(conditions: StageConditions): boolean {
  const { method, needsApproval, isQuoteRequest, isLoadedOrder } = conditions
  return method === 'account' && !needsApproval && !isQuoteRequest && !isLoadedOrder
}

function sortStages(list: readonly Stage[]): Stage[] {
  return stages.filter(stage => list.includes(stage))
}

export function getStageOfField(field: string): Stage {
  if (/^(contact|name|email|password|telephone)\b/.test(field)) return 1
  if (/^delivery_(method|arg)/.test(field)) return 3
  if (/^(purchase_order|delivery_instructions|quote_note|payment)/.test(field)) return 5
  if (/^billing/.test(field)) return 4
  return 2
}

/** The stage that a refused send leads to when it is another than the sent one; null when it stays there. */
export function findStageOfRefusal(sent: Stage, fields: readonly string[]): Stage | null {
  // Stage 1 sends nothing but the contact.
  if (sent === 1 || fields.length === 0) return null
  const refused = fields.map(getStageOfField)
  return refused.includes(sent) ? null : (Math.min(...refused) as Stage)
}
