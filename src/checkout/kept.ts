import { addressFields, isRecord } from '../shared/address.ts'
import type { LoadIds } from './bodies.ts'
import type { PaymentMethod, WireAddress } from './contract.ts'
import type { AddressAnswer, Answers, WireOption } from './draft.ts'
import { type Stage, stages } from './stages.ts'

/** Where it is kept: each loaded order has its own, beside the basket's. */
export function keptUnder({ quote_id, approval_id }: LoadIds): string {
  if (quote_id !== null) return `checkout:quote:${quote_id}`
  return approval_id === null ? 'checkout' : `checkout:approval:${approval_id}`
}

/** For the browser's session storage; never holds a password, because answers never do. */
export function writeKept(kept: Kept): string {
  return JSON.stringify(kept)
}

export interface Kept {
  /** Whose answers they are: an e-mail address, or '' for a guest. */
  who: string
  done: readonly Stage[]
  answers: Answers
}

/** What was kept, if it is whole and of the same person; else null (an older shop wrote it, or somebody else). */
export function readKept(text: string | null, who: string, first: Answers): Kept | null {
  const kept = parse(text)
  if (!isRecord(kept) || kept.who !== who || !isRecord(kept.answers)) return null
  const given = kept.answers as Record<string, unknown>
  const done = Array.isArray(kept.done)
    ? stages.filter(stage => (kept.done as unknown[]).includes(stage))
    : []
  const part = <Name extends keyof Answers>(name: Name): Answers[Name] =>
    typeof given[name] === typeof first[name] &&
    (isRecord(given[name]) || given[name] === null || !isRecord(first[name]))
      ? merged(first[name], given[name])
      : first[name]
  return {
    who,
    done,
    answers: {
      contact: part('contact'),
      delivery: withForm(part('delivery')),
      option: isRecord(given.option) ? (given.option as unknown as WireOption) : null,
      optionFor: part('optionFor'),
      day: typeof given.day === 'string' ? given.day : null,
      billing: withForm(part('billing')),
      method: typeof given.method === 'string' ? (given.method as PaymentMethod) : first.method,
      purchaseOrder: part('purchaseOrder'),
      instructions: part('instructions'),
    },
  }
}

function merged<Value>(first: Value, given: unknown): Value {
  return isRecord(first) && isRecord(given) ? ({ ...first, ...given } as Value) : (given as Value)
}

function withForm<Answer extends AddressAnswer>(answer: Answer): Answer {
  return { ...answer, form: { ...answer.form, ...readTyped(answer.form) } }
}

// Only the shape: a postcode half typed stays as it was typed.
function readTyped(form: unknown): Partial<WireAddress> {
  if (!isRecord(form)) return {}
  return Object.fromEntries(
    addressFields.map(field => [field, typeof form[field] === 'string' ? form[field] : '']),
  )
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
