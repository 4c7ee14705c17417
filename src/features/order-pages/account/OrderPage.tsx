import { ButtonLink, CodeLink, NextLink, StandaloneLink, SubmitButton } from '../../../ui/Actions.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Lines } from '../../../ui/Fact.tsx'
import { TextAreaField } from '../../../ui/forms/FormFields.tsx'
import { HistoryList } from '../../../ui/HistoryList.tsx'
import { definePage } from '../../../ui/page.ts'
import { StateLabel } from '../../../ui/StateLabel.tsx'
import { AccountFrame } from '../../accounts/AccountFrame.tsx'
import type { AccountNavigation } from '../../accounts/navigation.ts'
import type { LinePaging } from '../../basket/lines/line-pages.ts'
import type { AmountToPay } from '../../orders/order.ts'
import { OrderBody, PayAmountDue } from '../OrderParts.tsx'
import { type OrderReturns, ReturnsSection } from '../ReturnsSection.tsx'
import type { OrderView } from './view.ts'

export interface OrderPageProps extends OrderReturns {
  navigation: AccountNavigation
  order: OrderView & { paging: LinePaging; transfer: string[] }
  /** Null: nothing is to be paid, or a colleague has ordered it. */
  toPay: AmountToPay | null
  /** Null: a quote, which has its own page. */
  message: Pick<MessageToShopProps, 'requestKey' | 'typed' | 'error'> | null
}

/** An order in the customer's account, with its state, its history and a button to order it again. */
export function OrderPage({ navigation, order, toPay, message, formUrl, returns }: OrderPageProps) {
  return (
    <AccountFrame
      navigation={navigation}
      current={order.decideUrl === null ? 'orders' : 'approvals'}
      title={
        <>
          {order.isOrdered ? 'Order' : 'Request'} <span className="code">{order.reference}</span>
        </>
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div>
          <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <StateLabel state={order.state} />
            {order.arrival !== null && <span className="font-semibold">{order.arrival}</span>}
          </p>
          <p className="mt-1 note">
            {`${order.isOrdered ? 'Ordered' : 'Requested'} ${order.date}`}
            {order.buyer !== null && ` by ${order.buyer}`}
          </p>
        </div>
        <div className="no-print flex flex-wrap gap-3">
          {order.decideUrl !== null && <NextLink href={order.decideUrl}>Decide in Approvals</NextLink>}
          {toPay && <PayAmountDue {...toPay} />}
          <form method="post" action={`${order.url}/reorder`}>
            <button
              type="submit"
              className={order.isFinished && toPay === null ? 'button button-next' : 'button'}
            >
              Order again
            </button>
          </form>
          {formUrl !== null && <ButtonLink href={formUrl}>Return goods</ButtonLink>}
          {order.invoice && <ButtonLink href={order.invoice.url}>{order.invoice.name}</ButtonLink>}
        </div>
      </div>
      {order.placed && (
        <p className="mt-4 border-l-4 border-stock pl-3">
          Approved and placed as order <CodeLink href={order.placed.url}>{order.placed.reference}</CodeLink>.
        </p>
      )}
      {order.note !== '' && (
        <p className="mt-4 max-w-prose border-l-4 border-amber pl-4 wrap-anywhere">“{order.note}”</p>
      )}
      {order.notice && <Notice notice={order.notice} canWrite={message !== null} />}
      {order.isReadyToCollect && (
        <Card id="collect" heading="Collect from" className="mt-6 border-l-4 border-l-stock">
          <p className="mt-1">
            <Lines lines={order.deliveryOrCollection.lines} />
          </p>
          <p className="mt-3 font-semibold">
            Bring order number <span className="code">{order.reference}</span>.
          </p>
        </Card>
      )}
      <OrderBody
        order={order}
        heading={order.isOrdered ? 'What was ordered' : 'What was requested'}
        totalOptions={order.isCollected ? { deliveryName: 'Collection' } : {}}
      >
        <ReturnsSection returns={returns} />
      </OrderBody>
      <HistoryList entries={order.history} />
      {message && <MessageToShop {...message} url={order.url} isOrdered={order.isOrdered} />}
      <p className="no-print mt-6">
        <StandaloneLink href="/account/orders">All orders</StandaloneLink>
      </p>
    </AccountFrame>
  )
}

/** Why the order waits, and where to write about it. */
function Notice({
  notice: { text, offer },
  canWrite,
}: {
  notice: NonNullable<OrderView['notice']>
  canWrite: boolean
}) {
  return (
    <p className="mt-4 max-w-prose border-l-4 border-late pl-3">
      {text}
      {canWrite && (
        <span className="no-print">
          {' '}
          <a href={`#${messageFieldId}`} className="link -my-2.5 tap-target">
            Write to us
          </a>
          {offer}
        </span>
      )}
    </p>
  )
}

export const orderPage = definePage('features/order-pages/account/OrderPage', OrderPage)

/** A link to it opens the form. */
export const messageFieldId = 'message-text'

export interface MessageToShopProps {
  url: string
  isOrdered: boolean
  /** A key of the form, so that the same press twice sends one message. */
  requestKey: string
  /** What was refused; null: nothing. */
  typed: string | null
  error: string | null
}

/** The form with which the customer writes to the shop about the order. Closed at first. */
export function MessageToShop({ url, isOrdered, requestKey, typed, error }: MessageToShopProps) {
  return (
    <details open={error !== null} className="no-print mt-6">
      <summary className="button w-fit">Write to us about this {isOrdered ? 'order' : 'request'}…</summary>
      <form method="post" action={`${url}/messages`} noValidate className="card mt-2 max-w-xl p-5">
        <input type="hidden" name="request" value={requestKey} />
        <TextAreaField
          id={messageFieldId}
          name="text"
          label="Your message"
          hint="We answer by email, and the answer stays on this page."
          error={error}
          rows={4}
          defaultValue={typed ?? ''}
        />
        <SubmitButton className="button-strong mt-5">Send message</SubmitButton>
      </form>
    </details>
  )
}
