import { type ReactNode, type SyntheticEvent, useEffect, useState } from 'react'
import { createLate } from '../../ui/browser/late.client.ts'
import { CallLink, ContactText, useShop } from '../../ui/contact.tsx'
import { definePage } from '../../ui/page.ts'
import { BasketOverview } from '../basket/BasketOverview.tsx'
import { basketMessages } from '../basket/page-messages.ts'
import { countRows } from '../basket/view.ts'
import { checkoutMessages } from './messages.ts'
import { AddressStage, BillingStage } from './stages/addresses/AddressStage.tsx'
import type { ConfirmStageProps } from './stages/ConfirmStage.tsx'
import { ContactStage } from './stages/ContactStage.tsx'
import { StageCard } from './stages/StageCard.tsx'
import {
  type CheckoutPageProps,
  createCheckoutState,
  getPromise,
  getTotals,
  getValidOffer,
  type LoadedOrderSummary,
} from './stages/state.ts'
import { formatOfferPrice, formatStageSummary } from './stages/summaries.tsx'
import { type Checkout, useCheckout } from './stages/useCheckout.tsx'
import { type Overview, useOverview } from './stages/useOverview.tsx'
import { canChangeMethod, type Stage, stageNames, stages } from './stages.ts'

/** The plugin loads it for the server's pages. */
export const lateStages = createLate(() => import('./stages/LateStages.tsx'))

export function CheckoutPage(props: CheckoutPageProps) {
  const { loadedOrder } = props
  const checkout = useCheckout(props)
  const overview = useOverview(checkout)
  // Ordered in another tab meanwhile, or cleared.
  const isEmpty = countRows(checkout.state.basket) === 0
  const promise = getPromise(checkout.state)
  return (
    <>
      {promise && !isEmpty && <CutOffBar text={promise} />}
      <div className="wrap py-6 md:py-8">
        <h1 className="mb-4 text-2xl wrap-anywhere md:text-3xl">
          {loadedOrder ? formatLoadedName(loadedOrder) : 'Checkout'}
        </h1>
        <noscript>
          <p className="card mb-6 border-l-4 border-l-late p-4">
            <ContactText text={checkoutMessages.needsJavaScript} />
          </p>
        </noscript>
        {checkout.state.hasLoadFailed && (
          <div
            role="alert"
            className="card mb-4 flex flex-wrap items-center gap-x-6 gap-y-2 border-l-4 border-l-late p-4"
          >
            <p className="grow font-semibold">{checkoutMessages.loadFailed}</p>
            <button type="button" className="button" onClick={checkout.loadAgain}>
              Try again
            </button>
          </div>
        )}
        {isEmpty ? (
          <Notice
            text={basketMessages.empty}
            link={
              <a href="/basket" className="button mt-4">
                {checkoutMessages.returnToBasket}
              </a>
            }
          />
        ) : (
          <Stages {...props} checkout={checkout} overview={overview} />
        )}
      </div>
    </>
  )
}

/** 'Quote FHAB12CD34' or 'Order FHAB12CD34 sent by Adam Prentice for approval'. */
function formatLoadedName({ quote_id, reference, sender }: LoadedOrderSummary): string {
  return quote_id === null ? `Order ${reference} sent by ${sender} for approval` : `Quote ${reference}`
}

/** The cut-off for the delivery of this very order, not the shop's general one. */
function CutOffBar({ text }: { text: string }) {
  return (
    <div className="bg-bar text-sm text-on-bar">
      <p className="wrap flex min-h-10 items-center py-1 text-balance">{text}</p>
    </div>
  )
}

export const checkoutPage = definePage('features/checkout/CheckoutPage', CheckoutPage, async props => {
  const { open } = createCheckoutState(props).progress
  if (props.loadedOrder || open === 3 || open >= 5) await lateStages.preload()
})

function Notice({ text, link }: { text: string; link: ReactNode }) {
  return (
    <div className="card px-6 py-10 text-center">
      <p className="text-xl font-semibold">{text}</p>
      {link}
    </div>
  )
}

interface StagesProps extends Pick<CheckoutPageProps, 'loadedOrder' | 'unpaid'> {
  checkout: Checkout
  overview: Overview
}

/** The six stages, one open at a time, with the basket beside them. */
function Stages({ loadedOrder, unpaid, checkout, overview }: StagesProps) {
  const shop = useShop()
  const { state, dispatch } = checkout
  const late = lateStages.get()
  const { progress, placing, basket } = state
  const offer = getValidOffer(state)
  const totals = getTotals(state)
  const unknownDelivery = offer ? formatOfferPrice(offer) : 'Chosen in stage 3'
  useStageTitle(progress.open)
  const canEdit = state.card === null

  const renderBody = (stage: Stage) => {
    if (stage === 1) return <ContactStage checkout={checkout} />
    if (stage === 2) return <AddressStage checkout={checkout} />
    if (stage === 4) return <BillingStage checkout={checkout} />
    return <LateStage {...{ stage, checkout, overview, totals, unknownDelivery }} />
  }

  return (
    <>
      {loadedOrder && late && <late.LoadedHeading {...{ checkout, loadedOrder }} />}
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
              {progress.open === stage && renderBody(stage)}
            </StageCard>
          ))}
        </ol>
      </div>
    </>
  )
}

function LateStage(props: ConfirmStageProps & { stage: Stage }) {
  const { state, dispatch } = props.checkout
  const { hasLoadFailed } = state
  const [late, setLate] = useState(lateStages.get)
  useEffect(() => {
    // 'Try again' of the failure tries this again too.
    if (!late && !hasLoadFailed) lateStages.load().then(setLate, () => dispatch({ type: 'loadFailed' }))
  }, [late, hasLoadFailed, dispatch])
  return late && <late.LateStages {...props} />
}

// Once the customer does anything in a stage, a loaded order fills in nothing more.
function listenForInput({ state, dispatch }: Checkout) {
  // A customer who is in a stage will need the later ones; one that opens earlier waits for them.
  if (!state.isFilling) return { onFocus: lateStages.preload }
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
