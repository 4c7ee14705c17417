import { type ReactNode, type SyntheticEvent, useEffect, useState } from 'react'
import { BasketOverview } from '../basket/BasketOverview.tsx'
import type { BasketReply } from '../basket/contract.ts'
import { formatDeliveryPrice, toPence } from '../basket/view.ts'
import type { Pence } from '../shared/money.ts'
import { telephoneUrl } from '../ui/telephone.ts'
import { AddressStage } from './AddressStage.tsx'
import { BillingStage } from './BillingStage.tsx'
import { ConfirmStage } from './ConfirmStage.tsx'
import { ContactStage } from './ContactStage.tsx'
import type { Checkout, CheckoutPageProps } from './checkout.ts'
import { DeliveryStage } from './DeliveryStage.tsx'
import { addressOf, optionOf, type WireOption } from './draft.ts'
import { FillingBar, LoadedNote } from './LoadedHeading.tsx'
import { ownWords } from './messages.ts'
import { PurchaseStage } from './PurchaseStage.tsx'
import { StageCard } from './StageCard.tsx'
import { mayChangeMethod, type Stage, stageNames, stages } from './stages.ts'
import { optionPrice, stageSummary } from './summaries.tsx'
import { checkoutTotals } from './sums.ts'
import { useCheckout } from './useCheckout.tsx'
import { useFilling } from './useFilling.tsx'
import { useOverview } from './useOverview.tsx'

/** The six stages, one open at a time, with the basket beside them. */
export function Stages(props: CheckoutPageProps & { reload: () => void; onEmpty: () => void }) {
  const { load, shop, onEmpty } = props
  const checkout = useCheckout(props)
  const filling = useFilling(checkout)
  const overview = useOverview(props.basket, checkout)
  const { basket } = overview
  const { answers, addresses, progress, placing } = checkout
  const to = addressOf(answers.delivery, addresses)
  const option = optionOf(answers, addresses)
  const carriage = carriageOf(option, basket, to.country)
  const totals = checkoutTotals(basket, carriage, to)
  const deliveryText = option
    ? optionPrice({ option })
    : carriage === null
      ? 'Chosen in stage 3'
      : `from ${formatDeliveryPrice(carriage)}`
  useStageTitle(progress.open)
  const [hasTried, setTried] = useState(false)
  useEffect(() => {
    if (placing !== 'idle') setTried(true)
  }, [placing])
  useEffect(() => {
    // Ordered in another tab meanwhile, or cleared.
    if (basket.items.length === 0) onEmpty()
  }, [basket, onEmpty])

  const bodies: Record<Stage, () => ReactNode> = {
    1: () => <ContactStage checkout={checkout} />,
    2: () => <AddressStage checkout={checkout} />,
    3: () => <DeliveryStage checkout={checkout} />,
    4: () => <BillingStage checkout={checkout} />,
    5: () => <PurchaseStage checkout={checkout} phone={shop.phone} />,
    6: () => (
      <ConfirmStage checkout={checkout} overview={overview} totals={totals} deliveryText={deliveryText} />
    ),
  }

  return (
    <>
      {load && <LoadedNote load={load} />}
      {load && <FillingBar load={load} filling={filling} />}
      {props.unpaid && !hasTried && (
        <p className="card mb-4 border-l-4 border-l-late p-4">{ownWords.unpaid(props.unpaid)}</p>
      )}
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start lg:gap-8">
        <aside aria-label={load ? 'Items' : 'Basket'} className="lg:sticky lg:top-6 lg:order-2">
          <BasketOverview
            basket={basket}
            totals={totals}
            deliveryText={deliveryText}
            isLoaded={load !== null}
          />
          <p className="mt-4 text-sm text-steel max-lg:hidden">
            Questions?{' '}
            <a href={telephoneUrl(shop.phone)} className="link">
              {shop.phone}
            </a>
          </p>
        </aside>
        <ol className="space-y-3" {...takingOver(checkout)}>
          {stages.map(stage => (
            <StageCard
              key={stage}
              stage={stage}
              progress={progress}
              moves={checkout.moves}
              summary={stageSummary(stage, checkout)}
              notice={checkout.notice}
              onEdit={stage === 1 && !checkout.isGuest ? null : () => checkout.edit(stage)}
              isHeld={!mayChangeMethod(placing)}
            >
              {progress.open === stage && bodies[stage]()}
            </StageCard>
          ))}
        </ol>
      </div>
    </>
  )
}

// Whatever the buyer does in a stage himself, a loaded order fills in nothing more.
function takingOver({ isFilling, stopFilling }: Checkout) {
  if (!isFilling) return {}
  const stop = (event: SyntheticEvent) => {
    if (event.target instanceof Element && event.target.matches('input, select, textarea, button, a, label'))
      stopFilling()
  }
  return { onFocusCapture: stop, onClickCapture: stop, onInputCapture: stop }
}

// Until one is chosen, the delivery that the basket reckons with: the full cost is in sight from the start.
function carriageOf(option: WireOption | null, basket: BasketReply, country: string): Pence | null {
  const usual = country === 'GB' ? basket.shipping.price : null
  const price = option ? option.price : usual
  return price === null ? null : toPence(price)
}

// A title for each stage: what the tab and the history show.
function useStageTitle(stage: Stage): void {
  const [pageTitle, setPageTitle] = useState<string | null>(null)
  useEffect(() => setPageTitle(document.title), [])
  useEffect(() => {
    if (pageTitle) document.title = `${stageNames[stage]} – ${pageTitle}`
  }, [stage, pageTitle])
}
