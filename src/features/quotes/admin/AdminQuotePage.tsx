import { ButtonLink, NextLink, SubmitButton } from '../../../ui/Actions.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Fact, Lines } from '../../../ui/Fact.tsx'
import { ReasonField } from '../../../ui/forms/FormFields.tsx'
import { HistoryList } from '../../../ui/HistoryList.tsx'
import { definePage } from '../../../ui/page.ts'
import { StateLabel } from '../../../ui/StateLabel.tsx'
import { TextFact } from '../../../ui/TextFact.tsx'
import { CustomerFact } from '../../accounts/CustomerFact.tsx'
import { AdminDetailFrame, OrderLinkFact } from '../../back-office/AdminFrame.tsx'
import { DiscardedInputs } from '../../back-office/DiscardedInputs.tsx'
import { adminOrderUrl } from '../../back-office/navigation.ts'
import { EmailsSection } from '../../correspondence/EmailsSection.tsx'
import { ThreadSection } from '../messages/QuoteThread.tsx'
import { isPlaceNext, OfferForm } from './offer/OfferForm.tsx'
import type { AdminQuotePageProps, AdminQuoteView } from './view.ts'

export function AdminQuotePage(props: AdminQuotePageProps) {
  const { quote, notice, errors } = props
  const PlaceLink = isPlaceNext(props) ? NextLink : ButtonLink
  const hasOpenMessage = props.thread.messages.some(({ isOpen }) => isOpen)
  return (
    <AdminDetailFrame
      current="quotes"
      name="Quote"
      reference={quote.reference}
      state={<StateLabel state={quote.state} />}
      notice={notice}
      errors={errors}
    >
      <DiscardedInputs facts={props.discardedInput} />
      {quote.isOpen && quote.obstacle !== null && (
        <p className="mb-6 border-l-4 border-amber bg-wash p-4">{quote.obstacle}</p>
      )}
      <Customer quote={quote} />
      {quote.placeUrl !== null && (
        <p className="no-print mt-4">
          <PlaceLink href={quote.placeUrl}>Place for the customer</PlaceLink>
        </p>
      )}
      {hasOpenMessage && <StaffThread {...props} isOpen />}
      <OfferForm {...props} />
      {!hasOpenMessage && <StaffThread {...props} isOpen={false} />}
      <CopyForm {...props} />
      {quote.isOpen && <WithdrawForm {...props} />}
      <HistoryList entries={quote.history} />
      <EmailsSection {...props} url={quote.url} canSend />
    </AdminDetailFrame>
  )
}

export const adminQuotePage = definePage('features/quotes/admin/AdminQuotePage', AdminQuotePage)

function Customer({ quote }: { quote: AdminQuoteView }) {
  const { customer, company } = quote
  return (
    <Card id="customer" heading={company ? company.name : customer.name}>
      {company?.onStop && (
        <p className="mt-2 font-semibold text-danger">This company’s account is on stop.</p>
      )}
      {quote.isForContact && (
        <p className="mt-2 border-l-4 border-amber bg-wash p-3">
          The customer has no account. The email has a link that shows the quote, and from there they open an
          account to order.
        </p>
      )}
      {!quote.canOrder && !quote.isForContact && (
        <p className="mt-2 border-l-4 border-amber bg-wash p-3">
          Requested as a guest with the email address of an account. The customer cannot order from this quote
          online: the email asks them to call.
        </p>
      )}
      {quote.requestNote !== '' && (
        <div className="mt-4 border-l-4 border-amber pl-4">
          <h3 className="text-sm font-normal text-steel">The customer’s note</h3>
          <p className="max-w-prose whitespace-pre-line wrap-anywhere">{quote.requestNote}</p>
        </div>
      )}
      {quote.notes.map(note => (
        <div key={note} className="mt-4 border-l-4 border-amber pl-4">
          <h3 className="text-sm font-normal text-steel">Note for colleagues</h3>
          <p className="max-w-prose whitespace-pre-line wrap-anywhere">{note}</p>
        </div>
      ))}
      <dl className="mt-4 grid grid-cols-2 gap-5 lg:grid-cols-4">
        <CustomerFact
          name={quote.isPrepared ? 'For' : 'Requested by'}
          customer={customer}
          className="max-sm:col-span-2"
        />
        <Fact name="Deliver to">
          <Lines lines={quote.delivery} />
        </Fact>
        <Fact name="Bill to">
          <Lines lines={quote.billing} />
        </Fact>
        {company && <Fact name="Account">{company.accountNumber}</Fact>}
        <TextFact name="PO number" text={quote.purchaseOrder} />
        <TextFact name="Delivery instructions" text={quote.deliveryInstructions} />
        {customer.taxCode !== '' && <Fact name="TAX/EORI code">{customer.taxCode}</Fact>}
        {quote.vouchers.length > 0 && (
          <Fact name="Vouchers in the basket, not taken off a quote">{quote.vouchers.join(', ')}</Fact>
        )}
        {quote.remindedAt !== null && <Fact name="Reminded of the last day">{quote.remindedAt}</Fact>}
        {quote.orderedAs !== null && (
          <OrderLinkFact name="Ordered as" reference={quote.orderedAs} url={adminOrderUrl(quote.orderedAs)} />
        )}
      </dl>
    </Card>
  )
}

/** Withdraws a quote. Closed at first, so that it is not pressed instead of sending. */
function WithdrawForm({ quote, version, reason, errors }: AdminQuotePageProps) {
  const error = errors.reason
  return (
    <details open={error !== undefined || reason !== ''} className="no-print mt-6">
      <summary className="button button-danger w-fit">Withdraw this quote…</summary>
      <form method="post" action={`${quote.url}/withdraw`} className="card mt-2 max-w-xl p-5">
        <input type="hidden" name="seen" value={version} />
        <ReasonField
          id="reason"
          hint="The customer sees it in their account. This quote can no longer be ordered."
          error={error}
          defaultValue={reason}
        />
        <SubmitButton className="button-danger mt-4">Withdraw quote</SubmitButton>
      </form>
    </details>
  )
}

function CopyForm({ quote, requestKey }: AdminQuotePageProps) {
  return (
    <form
      method="post"
      action={`${quote.url}/copy`}
      aria-labelledby="copy"
      className="no-print card mt-6 flex flex-wrap items-center gap-x-4 gap-y-3 p-5"
    >
      <input type="hidden" name="request_key" value={requestKey} />
      <div className="mr-auto">
        <h2 id="copy" className="text-lg">
          Copy to a new quote
        </h2>
        <p className="note">For the same customer. Nothing is sent yet.</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <button type="submit" name="prices" value="same" className="button">
          Copy with these prices
        </button>
        <button type="submit" name="prices" value="current" className="button">
          Copy with today’s prices
        </button>
      </div>
    </form>
  )
}

function StaffThread({ quote, thread, isOpen }: AdminQuotePageProps & { isOpen: boolean }) {
  return (
    <ThreadSection
      {...thread}
      summary={isOpen ? null : 'Write to the customer…'}
      label={isOpen ? 'Your answer' : 'Message'}
      hint={`Goes to ${quote.customer.email} and stays on the quote’s page.`}
      after={
        isOpen && (
          <form method="post" action={`${quote.url}/messages/dismiss`} className="no-print mt-3">
            <input type="hidden" name="last_message" value={thread.form?.lastMessage} />
            <button type="submit" className="link min-h-10">
              No answer needed
            </button>
          </form>
        )
      }
    >
      <SubmitButton className="button-strong">{isOpen ? 'Send answer' : 'Send message'}</SubmitButton>
    </ThreadSection>
  )
}
