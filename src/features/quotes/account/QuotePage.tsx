import { formatPounds } from '../../../lib/money.ts'
import { ButtonLink, NextButton, NextLink, TextLink } from '../../../ui/Actions.tsx'
import { Card } from '../../../ui/Card.tsx'
import { ContactText } from '../../../ui/contact.tsx'
import { Fact, Lines } from '../../../ui/Fact.tsx'
import { ErrorSummary } from '../../../ui/forms/ErrorSummary.tsx'
import { definePage } from '../../../ui/page.ts'
import { StateLabel } from '../../../ui/StateLabel.tsx'
import { TextFact } from '../../../ui/TextFact.tsx'
import { TotalLines } from '../../../ui/TotalLines.tsx'
import { AccountFrame } from '../../accounts/AccountFrame.tsx'
import type { AccountNavigation } from '../../accounts/navigation.ts'
import { OrderLinesTable } from '../../basket/lines/OrderLinesTable.tsx'
import { CustomerThread, type CustomerThreadProps } from '../messages/QuoteThread.tsx'
import type { QuoteView } from './view.ts'

interface QuotePageProps {
  navigation: AccountNavigation
  quote: QuoteView
  thread: CustomerThreadProps
}

export function QuotePage({ navigation, quote, thread }: QuotePageProps) {
  return (
    <AccountFrame
      navigation={navigation}
      current="quotes"
      title={
        <>
          Quote <span className="code">{quote.reference}</span>
        </>
      }
    >
      {thread.form?.error && <ErrorSummary errors={{ 'message-text': thread.form.error }} attempt={1} />}
      <section aria-label="Status" className="card p-5">
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <StateLabel state={quote.state} />
          <span className="text-steel">
            requested{quote.buyer !== null && ` by ${quote.buyer}`} on {quote.date}
          </span>
        </p>
        <p className="mt-2 max-w-prose whitespace-pre-line wrap-anywhere">
          <ContactText text={quote.message} />
        </p>
        {quote.buyerNote !== null && <p className="mt-2">{quote.buyerNote}</p>}
        <Actions quote={quote} />
      </section>
      <QuoteContents quote={quote} />
      <CustomerThread {...thread} />
      <p className="no-print mt-6">
        <TextLink href="/account/quotes">All quotes</TextLink>
      </p>
    </AccountFrame>
  )
}

export function QuoteContents({ quote }: { quote: QuoteView }) {
  return (
    <>
      {quote.note !== '' && (
        <p className="mt-6 max-w-prose border-l-4 border-amber pl-4 whitespace-pre-line wrap-anywhere">
          {quote.note}
        </p>
      )}
      <QuotedLines quote={quote} />
      <dl className="card mt-6 grid gap-5 p-5 sm:grid-cols-2">
        <Fact name="Deliver to">
          <Lines lines={quote.delivery} />
        </Fact>
        <Fact name="Bill to">
          <Lines lines={quote.billing} />
        </Fact>
        {quote.deliveryTitle !== '' && <Fact name="Sent by">{quote.deliveryTitle}</Fact>}
        <TextFact name="PO number" text={quote.purchaseOrder} />
        <TextFact name="Your note" text={quote.requestNote} />
      </dl>
      {quote.vatNote !== null && <p className="mt-4">{quote.vatNote}</p>}
    </>
  )
}

export const quotePage = definePage('features/quotes/account/QuotePage', QuotePage)

function Actions({ quote: { orderUrl, askAgainUrl, orderedUrl, pdfUrl, totals } }: { quote: QuoteView }) {
  if ([orderUrl, askAgainUrl, orderedUrl, pdfUrl].every(url => url === null)) return null
  return (
    <div className="no-print mt-4 flex flex-wrap gap-3">
      {orderUrl !== null && <NextLink href={orderUrl}>Accept quote: {formatPounds(totals.total)}</NextLink>}
      {askAgainUrl !== null && (
        <form method="post" action={askAgainUrl}>
          <NextButton>Ask again</NextButton>
        </form>
      )}
      {orderedUrl !== null && <ButtonLink href={orderedUrl}>See the order</ButtonLink>}
      {pdfUrl !== null && <ButtonLink href={pdfUrl}>Quotation (PDF)</ButtonLink>}
    </div>
  )
}

function QuotedLines({ quote: { isPriced, orderUrl, lines, totals } }: { quote: QuoteView }) {
  return (
    <Card
      id="goods"
      heading={isPriced ? (orderUrl === null ? 'What we offered' : 'What we offer') : 'What you requested'}
      className="mt-6"
    >
      {!isPriced && <p className="mt-1 note">At the prices on the day you asked. Our offer may be lower.</p>}
      <OrderLinesTable
        caption="Products and totals of this quote"
        each="Each ex VAT"
        sum="Ex VAT"
        lines={lines}
      />
      <TotalLines totals={totals} className="mt-4 ml-auto max-w-xs" />
    </Card>
  )
}
