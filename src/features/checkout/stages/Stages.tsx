import { type ReactNode, type SyntheticEvent, useEffect, useState } from 'react'
import { CallLink, useShop } from '../../../ui/contact.tsx'
import { BasketOverview } from '../../basket/BasketOverview.tsx'
import { checkoutMessages } from '../messages.ts'
import { canChangeMethod, type Stage, stageNames, stages } from '../stages.ts'
import { AddressStage } from './addresses/AddressStage.tsx'
import { BillingStage } from './addresses/BillingStage.tsx'
import { ConfirmStage } from './ConfirmStage.tsx'
import { ContactStage } from './ContactStage.tsx'
import { DeliveryStage } from './DeliveryStage.tsx'
import { FillingBar, LoadedNote } from './LoadedHeading.tsx'
import { PurchaseStage } from './PurchaseStage.tsx'
import { StageCard } from './StageCard.tsx'
import { type CheckoutPageProps, getTotals, getValidOffer } from './state.ts'
import { formatOfferPrice, formatStageSummary } from './summaries.tsx'
import type { Checkout } from './useCheckout.tsx'
import { useFilling } from './useFilling.tsx'
import type { Overview } from './useOverview.tsx'

interface StagesProps extends Pick<CheckoutPageProps, 'loadedOrder' | 'unpaid'> {
  checkout: Checkout
  overview: Overview
}

/** The six stages, one open at a time, with the basket beside them. */
export function Stages({ loadedOrder, unpaid, checkout, overview }: StagesProps) {
  const shop = useShop()
  const { state, dispatch } = checkout
  const filling = useFilling(checkout)
  const { progress, placing, basket } = state
  const offer = getValidOffer(state)
  const totals = getTotals(state)
  const unknownDelivery = offer ? formatOfferPrice(offer) : 'Chosen in stage 3'
  useStageTitle(progress.open)
  const canEdit = state.card === null

  const bodies: Record<Stage, () => ReactNode> = {
    1: () => <ContactStage checkout={checkout} />,
    2: () => <AddressStage checkout={checkout} />,
    3: () => <DeliveryStage checkout={checkout} />,
    4: () => <BillingStage checkout={checkout} />,
    5: () => <PurchaseStage checkout={checkout} />,
    6: () => (
      <ConfirmStage
        checkout={checkout}
        overview={overview}
        totals={totals}
        unknownDelivery={unknownDelivery}
      />
    ),
  }

  return (
    <>
      {loadedOrder && <LoadedNote loadedOrder={loadedOrder} />}
      {loadedOrder && <FillingBar loadedOrder={loadedOrder} filling={filling} />}
      {unpaid && !state.hasTriedToPlace && (
        <p className="card mb-4 border-l-4 border-l-late p-4">{checkoutMessages.unpaid(unpaid)}</p>
      )}
      <div className="flex flex-col gap-4 lg:grid lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start lg:gap-8">
        <aside
          aria-label={loadedOrder ? 'Items' : 'Basket'}
          className="total-bar sticky top-0 z-10 lg:top-6 lg:order-2"
        >
          <BasketOverview
            basket={basket}
            totals={totals}
            unknownDelivery={unknownDelivery}
            isLowestDelivery={offer === null}
            isLoaded={loadedOrder !== null}
            isBrief={progress.open === 6 && state.card === null}
          />
          {shop.phone !== null && (
            <p className="mt-4 note max-lg:hidden">
              Questions? <CallLink className="link" />
            </p>
          )}
        </aside>
        <ol className="space-y-3" {...listenForInput(checkout)}>
          {stages.map(stage => (
            <StageCard
              key={stage}
              stage={stage}
              progress={progress}
              moves={state.moves}
              summary={formatStageSummary(stage, state)}
              notice={state.notice}
              onEdit={canEdit ? () => dispatch({ type: 'stageEdited', stage }) : null}
              isLocked={!canChangeMethod(placing)}
            >
              {progress.open === stage && bodies[stage]()}
            </StageCard>
          ))}
        </ol>
      </div>
    </>
  )
}

// Once the customer does anything in a stage, a loaded order fills in nothing more.
function listenForInput({ state, dispatch }: Checkout) {
  if (!state.isFilling) return {}
  const handleEvent = ({ target }: SyntheticEvent) => {
    const isControl = target instanceof Element && target.matches('input, select, textarea, button, a, label')
    if (isControl) dispatch({ type: 'fillingStopped' })
  }
  return { onFocusCapture: handleEvent, onClickCapture: handleEvent, onInputCapture: handleEvent }
}

// Each stage has its own title in the tab and the history.
function useStageTitle(stage: Stage): void {
  const [pageTitle, setPageTitle] = useState<string | null>(null)
  useEffect(() => setPageTitle(document.title), [])
  useEffect(() => {
    if (pageTitle) document.title = `${stageNames[stage]} – ${pageTitle}`
  }, [stage, pageTitle])
}
