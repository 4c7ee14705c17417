import { type ReactNode, useEffect, useState } from 'react'
import type { SavedAddress } from '../accounts/contract.ts'
import { BasketOverview } from '../basket/BasketOverview.tsx'
import type { BasketReply, changeBasket } from '../basket/contract.ts'
import { pageWords } from '../basket/page-words.ts'
import { deliveryPriceText, penceOf } from '../basket/view.ts'
import type { Pence } from '../shared/money.ts'
import { definePage } from '../ui/page.ts'
import { send } from '../ui/send.ts'
import { AddressStage } from './AddressStage.tsx'
import { BillingStage } from './BillingStage.tsx'
import { ConfirmStage } from './ConfirmStage.tsx'
import { ContactStage } from './ContactStage.tsx'
import { DeliveryStage } from './DeliveryStage.tsx'
import { addressOf, type CheckoutDraft, optionOf, type WireOption } from './draft.ts'
import { PurchaseStage } from './PurchaseStage.tsx'
import { StageCard } from './StageCard.tsx'
import { type Stage, stageNames, stages } from './stages.ts'
import { optionPrice, stageSummary } from './summaries.tsx'
import { checkoutTotals } from './sums.ts'
import { type LoadedCheckout, useCheckout } from './useCheckout.tsx'
import { checkoutWords } from './words.ts'

export interface CheckoutPageProps {
  basket: BasketReply
  /** The answer of POST /checkout/load; null when it failed. */
  loaded: LoadedCheckout | null
  visitor: { name: string; email: string } | null
  addresses: SavedAddress[]
  draft: CheckoutDraft | null
  shop: { phone: string; email: string }
}

export function CheckoutPage(props: CheckoutPageProps) {
  const { basket, loaded, shop } = props
  return (
    <div className="wrap py-6 md:py-8">
      <h1 className="mb-4 text-2xl md:text-3xl">Checkout</h1>
      <noscript>
        <p className="card mb-6 border-l-4 border-l-late p-4">
          The checkout needs JavaScript. Please switch it on, or call {shop.phone}: we take orders by phone
          too.
        </p>
      </noscript>
      {basket.items.length === 0 ? (
        <Notice
          text={pageWords.empty}
          link={
            <a href="/basket" className="button mt-4">
              {checkoutWords.returnToBasket}
            </a>
          }
        />
      ) : loaded === null ? (
        <Notice
          text={checkoutWords.loadFailed}
          link={
            <a href="/checkout" className="button mt-4">
              Try again
            </a>
          }
        />
      ) : (
        <Stages {...props} loaded={loaded} />
      )}
    </div>
  )
}

export const checkoutPage = definePage('checkout/CheckoutPage', CheckoutPage)

function Stages(props: CheckoutPageProps & { loaded: LoadedCheckout }) {
  const checkout = useCheckout(props)
  const [basket, setBasket] = useState(props.basket)
  const { answers, addresses, progress } = checkout
  const to = addressOf(answers.delivery, addresses)
  const option = optionOf(answers, addresses)
  const carriage = carriageOf(option, basket, to.country)
  const totals = checkoutTotals(basket, carriage, to)
  const deliveryText = option
    ? optionPrice({ option })
    : carriage === null
      ? 'Chosen in stage 3'
      : `from ${deliveryPriceText(carriage)}`
  useStageTitle(progress.open)

  const bodies: Record<Stage, () => ReactNode> = {
    1: () => <ContactStage checkout={checkout} />,
    2: () => <AddressStage checkout={checkout} />,
    3: () => <DeliveryStage checkout={checkout} />,
    4: () => <BillingStage checkout={checkout} />,
    5: () => <PurchaseStage checkout={checkout} phone={props.shop.phone} />,
    6: () => (
      <ConfirmStage
        checkout={checkout}
        basket={basket}
        totals={totals}
        deliveryText={deliveryText}
        onOpen={() => void readBasketAgain(setBasket)}
      />
    ),
  }

  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start lg:gap-8">
      <aside aria-label="Basket" className="lg:sticky lg:top-6 lg:order-2">
        <BasketOverview basket={basket} totals={totals} deliveryText={deliveryText} />
        <p className="mt-4 text-sm text-steel max-lg:hidden">
          Questions?{' '}
          <a href={`tel:${props.shop.phone.replaceAll(' ', '')}`} className="link">
            {props.shop.phone}
          </a>
        </p>
      </aside>
      <ol className="space-y-3">
        {stages.map(stage => (
          <StageCard
            key={stage}
            stage={stage}
            progress={progress}
            moves={checkout.moves}
            summary={stageSummary(stage, checkout)}
            onEdit={stage === 1 && !checkout.isGuest ? null : () => checkout.edit(stage)}
          >
            {progress.open === stage && bodies[stage]()}
          </StageCard>
        ))}
      </ol>
    </div>
  )
}

// Until one is chosen, the delivery that the basket reckons with: the full cost is in sight from the start.
function carriageOf(option: WireOption | null, basket: BasketReply, country: string): Pence | null {
  const usual = country === 'GB' ? basket.shipping.price : null
  const price = option ? option.price : usual
  return price === null ? null : penceOf(price)
}

function Notice({ text, link }: { text: string; link: ReactNode }) {
  return (
    <div className="card px-6 py-10 text-center">
      <p className="text-xl font-semibold">{text}</p>
      {link}
    </div>
  )
}

// A title for each stage: what the tab and the history show.
function useStageTitle(stage: Stage): void {
  const [pageTitle, setPageTitle] = useState<string | null>(null)
  useEffect(() => setPageTitle(document.title), [])
  useEffect(() => {
    if (pageTitle) document.title = `${stageNames[stage]} – ${pageTitle}`
  }, [stage, pageTitle])
}

// Specification §7: without delivery on the checkout side; that is known here. A failure leaves what is shown.
async function readBasketAgain(show: (basket: BasketReply) => void): Promise<void> {
  const basket = await send<typeof changeBasket>('POST /basket', {
    body: { updated_items: false, with_shipping: false },
  }).catch(() => null)
  if (basket) show(basket)
}
