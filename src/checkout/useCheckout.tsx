import { useEffect, useRef, useState } from 'react'
import type { SavedAddress } from '../accounts/contract.ts'
import type { ReplyOf } from '../shared/call.ts'
import type { Country } from '../shared/countries.ts'
import { Refused, send } from '../ui/send.ts'
import { fromCountries } from './address.ts'
import type { Errors } from './checks.ts'
import type { loadCheckout, saveCheckout } from './contract.ts'
import {
  type Answers,
  answeredStages,
  type CheckoutDraft,
  firstAnswers,
  methodOf,
  needsApproval,
  stageBody,
} from './draft.ts'
import { readKept, writeKept } from './kept.ts'
import {
  type Change,
  type Circumstances,
  complete,
  edit,
  type Progress,
  resume,
  returnToDelivery,
  type Stage,
  afterChange as undo,
} from './stages.ts'
import { tellItems } from './tellItems.tsx'
import { checkoutWords, ownWords } from './words.ts'

export type LoadedCheckout = ReplyOf<typeof loadCheckout>

export interface CheckoutFacts {
  loaded: LoadedCheckout
  visitor: { name: string; email: string } | null
  addresses: SavedAddress[]
  draft: CheckoutDraft | null
}

export interface Checkout {
  answers: Answers
  /** Never kept anywhere but here. */
  password: string
  passwordKept: boolean
  /** He had typed one before the page was loaded again, and it has to be typed once more. */
  isPasswordLost: boolean
  progress: Progress
  countries: Country[]
  addresses: SavedAddress[]
  loaded: LoadedCheckout
  isGuest: boolean
  /** One more at each stage that opens by itself, for the focus. 0 before the buyer did anything. */
  moves: number
  /** A word on a stage that had to be opened again. */
  notice: string | null
  set: (change: Partial<Answers>) => void
  setPassword: (password: string) => void
  edit: (stage: Stage) => void
  /** Sends a stage and goes on; answers the errors of the server, '' for what no field has. */
  finish: (stage: Stage, answers: Answers, change?: Change) => Promise<Errors | null>
  /** Back to stage 3, with the reason. */
  back: (notice: string | null) => void
  forget: () => void
}

/** The buyer's answers and where he stands, kept through reloads and the Back button (but never the password). */
export function useCheckout(facts: CheckoutFacts): Checkout {
  const { loaded, visitor, addresses, draft } = facts
  const first = firstAnswers({ draft, visitor, addresses, methods: loaded.payment_methods })
  const [answers, setAnswers] = useState(first)
  const [progress, setProgress] = useState(() => resume(answeredStages(draft), around(first, facts, [])))
  const [password, setPassword] = useState('')
  const [isPasswordLost, setPasswordLost] = useState(false)
  const [moves, setMoves] = useState(0)
  const [notice, setNotice] = useState<string | null>(null)
  const isRestored = useRef(false)
  const who = visitor?.email ?? ''
  const passwordKept = draft?.passwordKept ?? false

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page wakes
  useEffect(() => {
    const kept = readKept(sessionStorage.getItem(storageKey), who, first)
    isRestored.current = true
    if (!kept) return
    const isContactKept = visitor !== null || passwordKept
    // A delivery that the server doesn't know of may be long gone.
    const done = kept.done.filter(stage => (stage !== 1 || isContactKept) && (stage !== 3 || draft?.option))
    setPasswordLost(kept.done.includes(1) && !isContactKept)
    setAnswers(kept.answers)
    setProgress(resume(done, around(kept.answers, facts, done)))
  }, [])
  useEffect(() => {
    if (isRestored.current)
      sessionStorage.setItem(storageKey, writeKept({ who, done: progress.done, answers }))
  }, [answers, progress, who])

  function move(next: Progress, why: string | null = null) {
    setProgress(next)
    setNotice(why)
    setMoves(count => count + 1)
  }

  async function finish(stage: Stage, next: Answers, change: Change = 'other'): Promise<Errors | null> {
    setAnswers(next)
    const reply = await save(stageBody(stage, next, addresses, password))
    if ('away' in reply) return { '': awayWords(stage, reply.away) }
    if (reply.error_details.length > 0) {
      await tellItems(reply.error_details)
      move(returnToDelivery(progress))
      return null
    }
    if (reply.error !== false)
      return Object.keys(reply.errors).length > 0 ? reply.errors : { '': reply.error }
    const changed = undo(progress, change)
    move(complete(changed, stage, around(next, facts, changed.done)))
    return null
  }

  return {
    answers,
    password,
    passwordKept,
    isPasswordLost,
    progress,
    countries: fromCountries(loaded.countries),
    addresses,
    loaded,
    isGuest: visitor === null,
    moves,
    notice,
    set: change => setAnswers(before => ({ ...before, ...change })),
    setPassword,
    edit: stage => move(edit(progress, stage)),
    finish,
    back: why => move(returnToDelivery(progress), why),
    forget: () => {
      isRestored.current = false
      sessionStorage.removeItem(storageKey)
    },
  }
}

/** Sends to POST /checkout/save; a network or server that is away is answered in words. */
export async function save(
  body: Record<string, unknown>,
): Promise<ReplyOf<typeof saveCheckout> | { away: string }> {
  try {
    return await send<typeof saveCheckout>('POST /checkout/save', { body })
  } catch (error) {
    return { away: error instanceof Refused ? error.message : ownWords.networkAway }
  }
}

const storageKey = 'checkout'

// Specification §8 has words of its own for the two stages about delivery.
function awayWords(stage: Stage, why: string): string {
  return stage === 2 || stage === 3 ? `${checkoutWords.savingDeliveryFailed}. ${why}` : why
}

function around(answers: Answers, { loaded, visitor }: CheckoutFacts, done: readonly Stage[]): Circumstances {
  return {
    loggedIn: visitor !== null,
    needsApproval: needsApproval(loaded.payment_methods),
    method: methodOf(answers, loaded.payment_methods),
    deliveryIsQuote: answers.option?.code === 'quote',
    loadedOrder: loaded.load_existing,
    hasBillingAddress: answers.billing.id !== null || answers.delivery.saveAsBilling || done.includes(4),
  }
}
