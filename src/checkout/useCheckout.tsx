import { useEffect, useRef, useState } from 'react'
import { showToast } from '../ui/Toasts.tsx'
import { fromCountries } from './address.ts'
import { type Sender, stageBody } from './bodies.ts'
import { type Away, save } from './calls.browser.ts'
import type { Checkout, CheckoutFacts } from './checkout.ts'
import {
  type Answers,
  answeredStages,
  firstAnswers,
  methodOf,
  needsApproval,
  withAccountBilling,
} from './draft.ts'
import { keptUnder, readKept, writeKept } from './kept.ts'
import { checkoutWords } from './messages.ts'
import { offerLogin } from './offerLogin.tsx'
import {
  type Circumstances,
  complete,
  edit,
  mayChangeMethod,
  type Placing,
  type Progress,
  reopen,
  resume,
  type Stage,
  stageOfRefusal,
  start,
  afterChange as undo,
} from './stages.ts'
import { tellItems } from './tellItems.tsx'

/** The buyer's answers and where he stands, kept through reloads and the Back button (but never the password). */
export function useCheckout(facts: CheckoutFacts): Checkout {
  const { loaded, load, visitor, addresses, draft } = facts
  const first = firstAnswers({ draft, visitor, addresses, methods: loaded.payment_methods })
  const [answers, setAnswers] = useState(first)
  const [isFilling, setFilling] = useState(load?.fills ?? false)
  const [progress, setProgress] = useState(() =>
    isFilling
      ? start({ loggedIn: visitor !== null })
      : resume(answeredStages(draft), around(first, facts, [])),
  )
  const [password, setPassword] = useState('')
  const [passwordKept, setPasswordKept] = useState(draft?.passwordKept ?? false)
  const [isPasswordLost, setPasswordLost] = useState(false)
  const [moves, setMoves] = useState(0)
  const [notice, setNotice] = useState<string | null>(null)
  const [placing, setPlacing] = useState<Placing>('idle')
  const isRestored = useRef(false)
  const who = visitor?.email ?? ''
  const { quote_id = null, approval_id = null } = load ?? {}
  const ids = { quote_id, approval_id }
  const storageKey = keptUnder(ids)
  const sender: Sender = { addresses, password, isGuest: visitor === null, ids }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page wakes
  useEffect(() => {
    const kept = readKept(sessionStorage.getItem(storageKey), who, first)
    isRestored.current = true
    if (!kept) return
    const isContactKept = visitor !== null || passwordKept
    // A delivery that can no longer be had is chosen anew. A server that has forgotten all judges it at the end.
    const isOptionHeld = draft === null || draft.option !== null
    const done = kept.done.filter(stage => (stage !== 1 || isContactKept) && (stage !== 3 || isOptionHeld))
    setFilling(false)
    setPasswordLost(kept.done.includes(1) && !isContactKept)
    setAnswers(kept.answers)
    setProgress(resume(done, around(kept.answers, facts, done)))
  }, [])
  useEffect(() => {
    if (isRestored.current)
      sessionStorage.setItem(storageKey, writeKept({ who, done: progress.done, answers }))
  }, [answers, progress, who, storageKey])

  function move(to: (now: Progress) => Progress, why: string | null = null, quietly = false) {
    setProgress(to)
    setNotice(why)
    if (!quietly) setMoves(count => count + 1)
  }

  function losePassword() {
    setPasswordKept(false)
    setPasswordLost(true)
  }

  const leadsTo: Checkout['leadsTo'] = (stage, given = answers, change = 'other') => {
    const changed = undo(progress, change)
    return complete(changed, stage, around(given, facts, changed.done)).open
  }

  const finish: Checkout['finish'] = async (
    stage,
    given,
    { change = 'other', holds = () => true, quietly = false } = {},
  ) => {
    const method = methodOf(given, loaded.payment_methods)
    // A method that only stands there has not been chosen before it is confirmed, or skipped as known.
    const isChosen = stage === 5 || leadsTo(stage, given, change) === 6
    const reset = isChosen ? withAccountBilling(given, method, addresses) : null
    const next = reset ?? given
    setAnswers(next)
    const reply = await save(stageBody(stage, next, sender))
    if (!holds()) return null
    if ('away' in reply) return { '': awayWords(stage, reply) }
    if (reply.error_details.length > 0) {
      await tellItems(reply.error_details, load !== null)
      move(now => reopen(now, 3))
      return null
    }
    if (reply.error !== false) {
      if (reply.errors.password) losePassword()
      if (reply.errors.payment_method) facts.reload()
      const other = stageOfRefusal(stage, Object.keys(reply.errors))
      if (other === null) return Object.keys(reply.errors).length > 0 ? reply.errors : { '': reply.error }
      move(now => reopen(now, other), Object.values(reply.errors)[0])
      return null
    }
    if (reset) showToast({ kind: 'info', text: checkoutWords.billingReset, ms: 10_000 })
    move(
      now => {
        const changed = undo(now, change)
        const completed = complete(changed, stage, around(next, facts, changed.done))
        // He may have opened another stage while this one was sent.
        return now.open === stage ? completed : { ...completed, open: now.open }
      },
      reset && checkoutWords.billingReset,
      quietly,
    )
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
    ids,
    sender,
    isGuest: visitor === null,
    knownVat: facts.knownVat,
    moves,
    notice,
    placing,
    setPlacing,
    isFilling,
    stopFilling(why) {
      setFilling(false)
      if (why !== undefined) setNotice(why)
    },
    set: change => setAnswers(before => ({ ...before, ...change })),
    setPassword,
    losePassword,
    tell: setNotice,
    reload: facts.reload,
    edit(stage) {
      if (mayChangeMethod(placing)) move(now => edit(now, stage))
    },
    leadsTo,
    finish,
    back: (stage, why) => move(now => reopen(now, stage), why),
    forget() {
      isRestored.current = false
      sessionStorage.removeItem(storageKey)
    },
  }
}

// Specification §8 has words of its own for the two stages about delivery.
function awayWords(stage: Stage, { away, isSignedOut }: Away): string {
  if (isSignedOut) void offerLogin()
  return !isSignedOut && (stage === 2 || stage === 3)
    ? `${checkoutWords.savingDeliveryFailed}. ${away}`
    : away
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
