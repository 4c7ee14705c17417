import { formatPounds, type Pence } from '../../../lib/money.ts'
import { StandaloneLink } from '../../../ui/Actions.tsx'
import { Card } from '../../../ui/Card.tsx'
import { definePage } from '../../../ui/page.ts'
import { AccountFrame } from '../../accounts/AccountFrame.tsx'
import type { AccountNavigation } from '../../accounts/navigation.ts'
import { PayByCard } from '../link/PaymentLinkPage.tsx'

interface PayInvoicePageProps {
  navigation: AccountNavigation
  /** 'INV-000042'. */
  document: string
  pdfUrl: string
  /** What is to be paid. */
  open: Pence
  /** What the last payment was; null: there was none. */
  received: Pence | null
  /** What became of the last try to pay; null: nothing was tried. */
  notice: string | null
  /** Of this page; a form posted there opens the card form. */
  url: string
  /** False: it is more than the card provider takes. */
  canPay: boolean
  card: { url: string; isTest: boolean } | null
}

/** An invoice on account, to be paid by card. */
export function PayInvoicePage(props: PayInvoicePageProps) {
  const { navigation, document, pdfUrl, open, received, url, canPay, card } = props
  return (
    <AccountFrame navigation={navigation} current="statements" title={`Invoice ${document}`}>
      <Card
        id="pay"
        heading={open > 0 ? `${formatPounds(open)} to pay` : 'Nothing to pay'}
        className="max-w-xl"
      >
        {open === 0 && (
          <p className="mt-2">
            {received === null
              ? 'This invoice is paid.'
              : `Thank you, we have your payment of ${formatPounds(received)}.`}
          </p>
        )}
        <p className="mt-2">
          <StandaloneLink href={pdfUrl}>Invoice {document} (PDF)</StandaloneLink>
        </p>
        {open > 0 && (canPay || card !== null) && (
          <PayByCard {...props} amountDue={open} statusUrl={`${url}/status`} />
        )}
        {open > 0 && !canPay && (
          <p className="mt-4">It can’t be paid by card: please pay by bank transfer.</p>
        )}
      </Card>
      <p className="mt-6">
        <StandaloneLink href="/account/statements">Statements</StandaloneLink>
      </p>
    </AccountFrame>
  )
}

export const payInvoicePage = definePage('features/payments/invoice/PayInvoicePage', PayInvoicePage)
