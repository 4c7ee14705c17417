import { useEffect, useEffectEvent, useState } from 'react'
import { choiceMessages } from '../../delivery/messages.ts'
import { checkoutMessages } from '../messages.ts'
import { fillDelayMs, findStageToFill, type Stage } from '../stages.ts'
import { getValidOffer } from './state.ts'
import type { Checkout } from './useCheckout.tsx'

export interface Filling {
  /** The stage that is filled in next; null when none is. */
  stage: Stage | null
  /** Fills in the rest without delays. */
  skipDelays: () => void
}

/**
 * A loaded order fills in its stages one after the other (R-CHECKOUT-5), like a customer pressing Continue. A stage it
 * cannot fill in stays open with the reason. Anything the customer does ends it.
 */
export function useFilling({ state, dispatch, sendStage }: Checkout): Filling {
  const [hasDelays, setDelays] = useState(true)
  const { isFilling } = state
  const stage = isFilling ? findStageToFill(state.progress, state.loaded.status) : null

  const fill = useEffectEvent(async (stageToFill: Stage, signal: AbortSignal) => {
    if (stageToFill === 3 && !getValidOffer(state)) {
      return dispatch({ type: 'fillingStopped', notice: checkoutMessages.loadedDeliveryUnavailable })
    }
    // The focus stays where the customer has it, until they ask for everything at once.
    const errors = await sendStage(stageToFill, state.draft, { signal, isQuiet: hasDelays })
    if (!errors || signal.aborted) return
    const [message] = Object.values(errors)
    // The stage itself says which day has gone, and which is the next.
    const isDayGone = errors.delivery_method === choiceMessages.day_gone
    dispatch({ type: 'fillingStopped', ...(message !== undefined && !isDayGone && { notice: message }) })
  })

  useEffect(() => {
    if (!isFilling) return
    if (stage === null) return dispatch({ type: 'fillingStopped' })
    const controller = new AbortController()
    const timer = setTimeout(() => void fill(stage, controller.signal), hasDelays ? fillDelayMs : 0)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [isFilling, stage, hasDelays, dispatch])

  return { stage, skipDelays: () => setDelays(false) }
}
