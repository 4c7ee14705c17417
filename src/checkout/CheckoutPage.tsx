import { type ReactNode, useState } from 'react'
import { basketMessages } from '../basket/page-messages.ts'
import { definePage } from '../ui/page.ts'
import type { CheckoutPageProps } from './checkout.ts'
import { loadedName } from './LoadedHeading.tsx'
import { checkoutWords } from './messages.ts'
import { Stages } from './Stages.tsx'
import { useFreshLoad } from './useFreshLoad.tsx'

export function CheckoutPage(props: CheckoutPageProps) {
  const { basket, load, shop } = props
  const { loaded, hasFailed, again } = useFreshLoad(props.loaded, load)
  const [isEmpty, setEmpty] = useState(basket.items.length === 0)
  return (
    <div className="wrap py-6 md:py-8">
      <h1 className="mb-4 text-2xl wrap-anywhere md:text-3xl">{load ? loadedName(load) : 'Checkout'}</h1>
      <noscript>
        <p className="card mb-6 border-l-4 border-l-late p-4">
          The checkout needs JavaScript. Please switch it on, or call {shop.phone}: we take orders by phone
          too.
        </p>
      </noscript>
      {hasFailed && (
        <div
          role="alert"
          className="card mb-4 flex flex-wrap items-center gap-x-6 gap-y-2 border-l-4 border-l-late p-4"
        >
          <p className="grow font-semibold">{checkoutWords.loadFailed}</p>
          <button type="button" className="button" onClick={again}>
            Try again
          </button>
        </div>
      )}
      {isEmpty ? (
        <Notice
          text={basketMessages.empty}
          link={
            <a href="/basket" className="button mt-4">
              {checkoutWords.returnToBasket}
            </a>
          }
        />
      ) : (
        <Stages {...props} loaded={loaded} reload={again} onEmpty={() => setEmpty(true)} />
      )}
    </div>
  )
}

export const checkoutPage = definePage('checkout/CheckoutPage', CheckoutPage)

function Notice({ text, link }: { text: string; link: ReactNode }) {
  return (
    <div className="card px-6 py-10 text-center">
      <p className="text-xl font-semibold">{text}</p>
      {link}
    </div>
  )
}
