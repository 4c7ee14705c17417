import { useEffect, useEffectEvent, useState } from 'react'
import { choiceMessages } from '../../delivery/messages.ts'
import { lastStageMessages } from '../last-stage-messages.ts'
import { fillDelayMs, findStageToFill, type Stage, stageNames } from '../stages.ts'
import { getValidOffer, type LoadedOrderSummary } from './state.ts'
import type { Checkout } from './useCheckout.tsx'

interface LoadedNoteProps {
  loadedOrder: LoadedOrderSummary
}

/** Above the stages of a loaded order. */
export function LoadedHeading({ checkout, loadedOrder }: LoadedNoteProps & { checkout: Checkout }) {
  const filling = useFilling(checkout)
  return (
    <>
      <LoadedNote loadedOrder={loadedOrder} />
      <FillingBar loadedOrder={loadedOrder} filling={filling} />
    </>
  )
}

/** What placing a loaded order means, and the way back. */
function LoadedNote({ loadedOrder }: LoadedNoteProps) {
  if (loadedOrder.quote_id !== null) {
    return (
      <p className="mb-4">
        This is what we quoted, at the prices we offered.{' '}
        <a href="/account/quotes" className="link">
          All your quotes
        </a>
      </p>
    )
  }
  return (
    <p className="mb-4">
      Check it and place it. The order goes in your name. To reject it, go to{' '}
      <a href="/account/approvals" className="link">
        orders waiting for approval
      </a>
      .
    </p>
  )
}

/**
 * Shows that the stages are being filled in, and lets the customer skip the delays. It stays when they are filled in or
 * the customer takes over: what is below it would move away from the pointer.
 */
function FillingBar({ loadedOrder, filling }: LoadedNoteProps & { filling: Filling }) {
  const { stage, skipDelays } = filling
  const { quote_id, reference } = loadedOrder
  const [hasFilled] = useState(stage !== null)
  const name = quote_id === null ? `order ${reference}` : `quote ${reference}`
  return (
    <div className={hasFilled ? 'card mb-4 flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-2' : ''}>
      <p role="status" className={hasFilled ? 'flex min-h-11 grow items-center' : ''}>
        {stage !== null && `Filling in from ${name}: ${stageNames[stage].toLowerCase()}…`}
        {hasFilled && stage === null && `Filled in from ${name}. Check it, and change anything you need to.`}
      </p>
      {stage !== null && (
        <button type="button" className="button" onClick={skipDelays}>
          Fill in everything now
        </button>
      )}
    </div>
  )
}

interface Filling {
  stage: Stage | null
  skipDelays: () => void
}

/**
 * A loaded order fills in its stages one after the other (R-CHECKOUT-5), like a customer pressing Continue. A stage it
 * cannot fill in stays open with the reason. Anything the customer does ends it.
 */
function useFilling({ state, dispatch, sendStage }: Checkout): Filling {
  const [hasDelays, setDelays] = useState(true)
  const { isFilling } = state
  const stage = isFilling ? findStageToFill(state.progress, state.loaded.status) : null

  const fill = useEffectEvent(async (stageToFill: Stage, signal: AbortSignal) => {
    if (stageToFill === 3 && !getValidOffer(state)) {
      return dispatch({ type: 'fillingStopped', notice: lastStageMessages.loadedDeliveryUnavailable })
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
