import type { ReactNode } from 'react'
import { ContactText } from '../../ui/contact.tsx'
import { definePage } from '../../ui/page.ts'
import { basketMessages } from '../basket/page-messages.ts'
import { countRows } from '../basket/view.ts'
import { checkoutMessages } from './messages.ts'
import { formatLoadedName } from './stages/LoadedHeading.tsx'
import { Stages } from './stages/Stages.tsx'
import { type CheckoutPageProps, getPromise } from './stages/state.ts'
import { useCheckout } from './stages/useCheckout.tsx'
import { useOverview } from './stages/useOverview.tsx'

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
            <button type="button" className="button" onClick={() => void checkout.reload()}>
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

/** The cut-off for the delivery of this very order, not the shop's general one. */
function CutOffBar({ text }: { text: string }) {
  return (
    <div className="bg-bar text-sm text-on-bar">
      <p className="wrap flex min-h-10 items-center py-1 text-balance">{text}</p>
    </div>
  )
}

export const checkoutPage = definePage('features/checkout/CheckoutPage', CheckoutPage)

function Notice({ text, link }: { text: string; link: ReactNode }) {
  return (
    <div className="card px-6 py-10 text-center">
      <p className="text-xl font-semibold">{text}</p>
      {link}
    </div>
  )
}
