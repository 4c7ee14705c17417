import {
  basketRange,
  formatQuantityError,
  isUnfinishedQuantity,
  parseQuantity,
} from '../../../lib/quantity.ts'

/** What a quantity field of the basket has instead of the quantity in the basket. */
export interface QuantityDraft {
  /** As typed; null: the quantity in the basket, after a refusal. */
  text: string | null
  /** Why it is not in the basket; null: it is being typed or sent. */
  problem: QuantityProblem | null
}

export type QuantityProblem = { kind: 'unread' | 'failed' } | { kind: 'refused'; message: string }

export type QuantityResult = { kind: 'saved' } | QuantityProblem

/** After each key and press of a stepper. A text that was called wrong is checked again at once (R-UX-1). */
export function typeQuantity(draft: QuantityDraft | null, text: string): QuantityDraft {
  const isWrong = draft?.problem?.kind === 'unread' && parseQuantity(text, basketRange) === null
  return { text, problem: isWrong ? draft.problem : null }
}

/** A finished text is sent, or called wrong. After a pause of the typist, the beginning of a number may still go on. */
export function finishQuantity(text: string, isLeft: boolean): { quantity: number | null; isWrong: boolean } {
  const quantity = parseQuantity(text, basketRange)
  const isWrong = quantity === null && (isLeft || !isUnfinishedQuantity(text, basketRange))
  return { quantity, isWrong }
}

/** After the reply to `sentText`; what has been typed since stays. */
export function receiveResult(
  draft: QuantityDraft | null,
  sentText: string,
  result: QuantityResult,
): QuantityDraft | null {
  if (draft?.text !== sentText) return draft
  if (result.kind === 'saved') return null
  return { text: result.kind === 'refused' ? null : sentText, problem: result }
}

/** When the quantity in the basket changes otherwise: a wrong text and an old refusal go, what was typed stays. */
export const receiveQuantity = (draft: QuantityDraft | null): QuantityDraft | null =>
  draft?.problem && draft.problem.kind !== 'failed' ? null : draft

/** The message at the field; it names the quantity in the basket while the field has another text. */
export function formatProblem(draft: QuantityDraft | null, quantity: number): string | null {
  const stillText = `Your basket still has ${quantity.toLocaleString('en-GB')}.`
  if (!draft?.problem) return null
  switch (draft.problem.kind) {
    case 'unread':
      return `${formatQuantityError(basketRange)} ${stillText}`
    case 'failed':
      return `Not saved. ${stillText}`
    case 'refused':
      return draft.problem.message
  }
}
