import { formatPounds, type Pence } from '../../../lib/money.ts'
import { NextLink, StandaloneLink } from '../../../ui/Actions.tsx'
import { Card, NarrowCard } from '../../../ui/Card.tsx'
import { definePage } from '../../../ui/page.ts'
import { TextFacts } from '../../../ui/TextFact.tsx'
import { AccountFrame } from '../../accounts/AccountFrame.tsx'
import type { AccountNavigation } from '../../accounts/navigation.ts'
import { PayByCard } from '../link/PaymentLinkPage.tsx'

export interface PayInvoicePageProps {
  /** Null: by the link of an e-mail, for anybody who has it, so it shows nothing of the order. */
  account: {
    navigation: AccountNavigation
    pdfUrl: string
    facts: Record<string, string>
    /** Another invoice that is open, with the page where it is paid. */
    next: { name: string; open: Pence; url: string } | null
  } | null
  /** 'Invoice INV-000042', by the link with the name of the company. */
  name: string
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

/** An invoice on account, to be paid by card. */
export function PayInvoicePage(props: PayInvoicePageProps) {
  const { account, name, open } = props
  const heading = open > 0 ? `${formatPounds(open)} to pay` : 'Paid'
  if (!account)
    return (
      <NarrowCard heading={heading}>
        <p className="wrap-anywhere">{name}</p>
        <Payment {...props} />
      </NarrowCard>
    )
  const { navigation, pdfUrl, facts, next } = account
  return (
    <AccountFrame navigation={navigation} current="statements" title={name}>
      <Card id="pay" heading={heading} className="max-w-xl">
        <dl className="mt-3 grid gap-x-6 gap-y-3 sm:grid-cols-2">
          <TextFacts facts={facts} />
        </dl>
        <p className="mt-2">
          <StandaloneLink href={pdfUrl}>{name} (PDF)</StandaloneLink>
        </p>
        <Payment {...props} />
        {open === 0 && next && (
          <p className="mt-4">
            <NextLink href={next.url}>{`Pay ${next.name} next: ${formatPounds(next.open)}`}</NextLink>
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

function Payment(props: PayInvoicePageProps) {
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
