import type { LoadedOrderNamed } from './checkout.ts'
import { stageNames } from './stages.ts'
import type { Filling } from './useFilling.tsx'

/** 'Quote FHAB12CD34' or 'Order FHAB12CD34 sent by Adam Prentice for approval'. */
export function loadedName({ quote_id, reference, sender }: LoadedOrderNamed): string {
  return quote_id === null ? `Order ${reference} sent by ${sender} for approval` : `Quote ${reference}`
}

/** What placing a loaded order means, and the way back from it. */
export function LoadedNote({ load }: { load: LoadedOrderNamed }) {
  if (load.quote_id !== null) {
    return (
      <p className="mb-4">
        You order what we quoted, at the prices we offered.{' '}
        <a href="/account/quotes" className="link">
          All your quotes
        </a>
      </p>
    )
  }
  return (
    <p className="mb-4">
      Look it over and place it, and it is ordered in your name. To reject it, go to{' '}
      <a href="/account/approvals" className="link">
        orders that wait for approval
      </a>
      .
    </p>
  )
}

/** Tells that the stages fill themselves, and lets the buyer have it all at once. */
export function FillingBar({ load, filling }: { load: LoadedOrderNamed; filling: Filling }) {
  const { stage, hurry } = filling
  const from = load.quote_id === null ? `order ${load.reference}` : `quote ${load.reference}`
  return (
    <div className={stage === null ? '' : 'card mb-4 flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-2'}>
      <p role="status" className="grow">
        {stage !== null && `Filling in from ${from}: ${stageNames[stage].toLowerCase()}…`}
      </p>
      {stage !== null && (
        <button type="button" className="button" onClick={hurry}>
          Fill in all at once
        </button>
      )}
    </div>
  )
}
