import { isRecord } from '../../../lib/contact/address.ts'
import { parseJson } from '../../../lib/json.ts'
import type { DeliveryOffer } from '../schemas.ts'
import { type Stage, stages } from '../stages.ts'
import { type CheckoutDraft, parseDraft, type SourceIds, toSourceKey } from './draft.ts'

/** An option that was chosen, and the destination it was offered for (address.ts): elsewhere it is not valid. */
export interface ChosenOffer {
  option: DeliveryOffer
  destination: string
}

/** What the browser's session storage keeps through reloads and the Back button. Never a password. */
export interface SessionDraft {
  /** E-mail address of the customer, or '' for a guest. */
  owner: string
  completed: readonly Stage[]
  draft: CheckoutDraft
  chosenOffer: ChosenOffer | null
}

/** Each loaded order has an entry of its own beside the basket's. */
export function toStorageKey(source: SourceIds): string {
  const key = toSourceKey(source)
  return key === '' ? 'checkout' : `checkout:${key}`
}

export function serializeSession(session: SessionDraft): string {
  return JSON.stringify(session)
}

/** Null when there is none, or it is another customer's. */
export function parseSession(stored: string | null, owner: string): SessionDraft | null {
  const session = parseJson(stored ?? '')
  if (!isRecord(session) || session.owner !== owner || !isRecord(session.draft)) return null
  const { completed, chosenOffer } = session
  return {
    owner,
    completed: Array.isArray(completed) ? stages.filter(stage => completed.includes(stage)) : [],
    draft: parseDraft(session.draft),
    chosenOffer: isChosenOffer(chosenOffer) ? chosenOffer : null,
  }
}

function isChosenOffer(value: unknown): value is ChosenOffer {
  if (!isRecord(value) || typeof value.destination !== 'string' || !isRecord(value.option)) return false
  const { code, name, title, subtitle, caption, price, arg, counter = [] } = value.option
  return (
    [code, name, title, subtitle, caption].every(text => typeof text === 'string') &&
    Array.isArray(counter) &&
    counter.every(line => typeof line === 'string') &&
    (price === null || typeof price === 'number') &&
    (arg === null || typeof arg === 'string')
  )
}
