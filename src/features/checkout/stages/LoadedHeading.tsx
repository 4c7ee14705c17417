import { useState } from 'react'
import { stageNames } from '../stages.ts'
import type { LoadedOrderSummary } from './state.ts'
import type { Filling } from './useFilling.tsx'

/** 'Quote FHAB12CD34' or 'Order FHAB12CD34 sent by Adam Prentice for approval'. */
export function formatLoadedName({ quote_id, reference, sender }: LoadedOrderSummary): string {
  return quote_id === null ? `Order ${reference} sent by ${sender} for approval` : `Quote ${reference}`
}

interface LoadedNoteProps {
  loadedOrder: LoadedOrderSummary
}

/** What placing a loaded order means, and the way back. */
export function LoadedNote({ loadedOrder }: LoadedNoteProps) {
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
export function FillingBar({ loadedOrder, filling }: LoadedNoteProps & { filling: Filling }) {
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
