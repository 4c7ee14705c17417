import { useEffect, useRef, useState } from 'react'
import type { Checkout } from './checkout.ts'
import { optionOf } from './draft.ts'
import { ownWords } from './messages.ts'
import { loadedStepMs, type Stage, stageToFill } from './stages.ts'

export interface Filling {
  /** The stage that fills itself next; null when nothing does. */
  stage: Stage | null
  /** All at once, without the pauses. */
  hurry: () => void
}

/**
 * A loaded order fills its stages one after the other (Specification §4), as if the buyer pressed Continue. What it
 * cannot fill stays open with the reason, and whatever the buyer does himself ends it.
 */
export function useFilling(checkout: Checkout): Filling {
  const { progress, isFilling, loaded, stopFilling } = checkout
  const stage = isFilling ? stageToFill(progress, loaded.status) : null
  const [isHurried, setHurried] = useState(false)
  const latest = useRef(checkout)
  latest.current = checkout

  useEffect(() => {
    if (stage === null) return
    const timer = setTimeout(() => void fill(latest, stage, !isHurried), isHurried ? 0 : loadedStepMs)
    return () => clearTimeout(timer)
  }, [stage, isHurried])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the last stage is filled
  useEffect(() => {
    if (isFilling && stage === null) stopFilling()
  }, [isFilling, stage])

  return { stage, hurry: () => setHurried(true) }
}

// `quietly`: the focus stays where the buyer has it, until he asks for all at once.
async function fill(latest: { current: Checkout }, stage: Stage, quietly: boolean): Promise<void> {
  const { answers, addresses, finish } = latest.current
  if (stage === 3 && !optionOf(answers, addresses)) {
    return latest.current.stopFilling(ownWords.loadedDeliveryGone)
  }
  const errors = await finish(stage, answers, { holds: () => latest.current.isFilling, quietly })
  const [first] = Object.values(errors ?? {})
  if (first !== undefined) latest.current.stopFilling(first)
}
