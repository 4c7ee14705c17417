import { NarrowCard } from '../../../ui/Card.tsx'
import { definePage } from '../../../ui/page.ts'
import { formatHeading, type InvoicePaymentProps, Payment } from './PayInvoicePage.tsx'

interface InvoiceLinkPageProps extends InvoicePaymentProps {
  /** 'Invoice INV-000042'. */
  name: string
}

/** The page behind the link in the e-mail of an invoice: for anybody who has it, so it shows nothing of its order. */
export const InvoiceLinkPage = ({ name, ...payment }: InvoiceLinkPageProps) => (
  <NarrowCard heading={formatHeading(payment.open)}>
    <p className="wrap-anywhere">{name}</p>
    <Payment {...payment} />
  </NarrowCard>
)

export const invoiceLinkPage = definePage('features/payments/invoice/InvoiceLinkPage', InvoiceLinkPage)
