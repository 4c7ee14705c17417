import { formatPounds, type Pence } from '../../../lib/money.ts'
import { NextLink, StandaloneLink } from '../../../ui/Actions.tsx'
import { Card } from '../../../ui/Card.tsx'
import { definePage } from '../../../ui/page.ts'
import { TextFact } from '../../../ui/TextFact.tsx'
import { AccountFrame } from '../../accounts/AccountFrame.tsx'
import type { AccountNavigation } from '../../accounts/navigation.ts'
import { PayByCard } from '../link/PaymentLinkPage.tsx'

export interface InvoicePaymentProps {
  /** What is to be paid. */
  open: Pence
  /** What the last payment was; null: there was none. */
  received: Pence | null
  /** What became of the last try to pay; null: nothing was tried. */
  notice: string | null
  /** Of this page; a form posted there opens the card form. */
  url: string
  statusUrl: string
  /** False: it is more than the card provider takes. */
  canPay: boolean
  card: { url: string; isTest: boolean } | null
}

interface PayInvoicePageProps extends InvoicePaymentProps {
  navigation: AccountNavigation
  /** 'INV-000042'. */
  document: string
  pdfUrl: string
  facts: { name: string; text: string | null }[]
  /** Another invoice that is open, with the page where it is paid. */
  next: { document: string; open: Pence; url: string } | null
}

export const formatHeading = (open: Pence): string => (open > 0 ? `${formatPounds(open)} to pay` : 'Paid')

/** An invoice on account, to be paid by card. */
export function PayInvoicePage(props: PayInvoicePageProps) {
  const { navigation, document, pdfUrl, open, facts, next } = props
  return (
    <AccountFrame navigation={navigation} current="statements" title={`Invoice ${document}`}>
      <Card id="pay" heading={formatHeading(open)} className="max-w-xl">
        <dl className="mt-3 grid gap-x-6 gap-y-3 sm:grid-cols-2">
          {facts.map(fact => (
            <TextFact key={fact.name} {...fact} />
          ))}
        </dl>
        <p className="mt-2">
          <StandaloneLink href={pdfUrl}>Invoice {document} (PDF)</StandaloneLink>
        </p>
        <Payment {...props} />
        {open === 0 && next && (
          <p className="mt-4">
            <NextLink href={next.url}>{`Pay ${next.document} next: ${formatPounds(next.open)}`}</NextLink>
          </p>
        )}
      </Card>
      <p className="mt-6">
        <StandaloneLink href="/account/statements">Statements</StandaloneLink>
      </p>
    </AccountFrame>
  )
}

export const payInvoicePage = definePage('features/payments/invoice/PayInvoicePage', PayInvoicePage)

export function Payment(props: InvoicePaymentProps) {
  const { open, received, canPay, card } = props
  if (open === 0)
    return (
      <p className="mt-2">
        {received === null
          ? 'This invoice is paid.'
          : `Thank you, we have your payment of ${formatPounds(received)}.`}
      </p>
    )
  return canPay || card !== null ? (
    <PayByCard {...props} amountDue={open} />
  ) : (
    <p className="mt-4">It can’t be paid by card: please pay by bank transfer.</p>
  )
}
