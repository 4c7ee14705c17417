import type { AppContext } from '../../infra/app-context.ts'
import { defineEmail, type LinkDeps } from '../../infra/mail/define-email.server.ts'
import { formatDate, toIsoDate } from '../../lib/dates.ts'
import { formatPounds } from '../../lib/money.ts'
import { fillInContact } from '../../lib/shop-contact.ts'
import {
  ActionLink,
  Code,
  EmailLayout,
  FactList,
  Paragraph,
  SubHeading,
} from '../../ui/email/EmailLayout.tsx'
import { type EmailShop, greet } from '../../ui/email/email.ts'
import { EmailLines, EmailTotals } from '../orders/emails/EmailLines.tsx'
import { createQuotePath } from '../orders/service.ts'
import { type QuoteDocument, quoteDocument, toOrderSentence, toQuotedTotals } from './document.ts'
import { orderQuoteUrl } from './links.ts'
import { createQuotePdf } from './pdf.server.ts'

type Recipient = Record<'email' | 'name', string>

const addressTo = ({ email, name }: Recipient, quote: QuoteDocument, offer: string) => ({
  recipient: email,
  key: `${quote.reference}:${offer}:${email}`,
  payload: { ...quote, recipientName: name },
})

const getRecipientName = (quote: QuoteDocument): string => quote.recipientName || quote.name

const formatValidUntil = ({ validUntil }: QuoteDocument): string => formatDate(toIsoDate(validUntil))

/** Where the customer orders from a quote; null: by telephone. */
function toOrderPath(quote: QuoteDocument, { config }: LinkDeps): string | null {
  if (quote.canOrder) return orderQuoteUrl(quote.id)
  return quote.hasLink ? createQuotePath(config.sessionSecret, quote.reference) : null
}

/** Sent each time a quote is priced (`version`: the id of that row of history), to each recipient. */
export const quoteReadyEmail = defineEmail({
  kind: 'quote-ready',
  name: 'Quote',
  sendAgainTo: 'customer',
  payload: quoteDocument,
  create: (recipient: Recipient, quote: QuoteDocument, version: number) =>
    addressTo(recipient, quote, String(version)),
  subject: (quote, shopName) =>
    `Quote ${quote.reference}, valid until ${formatValidUntil(quote)} – ${shopName}`,
  links: (quote, deps: Pick<AppContext, 'config' | 'threads'>) => ({ order: toOrderPath(quote, deps) }),
  attachments: async (quote, deps: Pick<AppContext, 'config' | 'threads'>) => {
    const { filename, pdf } = await createQuotePdf(deps, 'mail', quote)
    return [{ filename, type: 'application/pdf', content: pdf }]
  },
  component: ({ payload: quote, shop, links }) => {
    const name = getRecipientName(quote)
    const validUntil = formatValidUntil(quote)
    return (
      <EmailLayout
        heading="Your quote is ready"
        preview={`Total ${formatPounds(quote.total)}, valid until ${validUntil}.`}
      >
        <Paragraph>
          {greet(name)}, here are the prices for{' '}
          {name === quote.name ? 'your request' : `the request of ${quote.name}`}{' '}
          <Code>{quote.reference}</Code>. They are valid until the end of {validUntil}. The quotation is
          attached as a PDF.
        </Paragraph>
        <FactList facts={[['Please note', quote.note]]} />
        <HowToOrder {...{ quote, shop }} path={links.order} />
        <SubHeading>What we offer</SubHeading>
        <OfferedLines {...quote} />
        <SubHeading>Delivery</SubHeading>
        <FactList
          facts={[
            ['Sent by', quote.deliveryTitle],
            ['Deliver to', quote.delivery],
            ['PO number', quote.purchaseOrder],
            ['Your note', quote.requestNote === '' ? '' : quote.requestNote.split('\n')],
          ]}
        />
      </EmailLayout>
    )
  },
})

/** Sent before the last day of an offer, once for each offer and recipient. */
export const quoteReminderEmail = defineEmail({
  kind: 'quote-reminder',
  name: 'Reminder of the last day',
  sendAgainTo: 'customer',
  payload: quoteDocument,
  create: (recipient: Recipient, quote: QuoteDocument) => addressTo(recipient, quote, quote.pricedAt),
  subject: (quote, shopName) => `Quote ${quote.reference} ends on ${formatValidUntil(quote)} – ${shopName}`,
  links: (quote, deps: LinkDeps) => ({ order: toOrderPath(quote, deps) }),
  component: ({ payload: quote, shop, links }) => (
    <EmailLayout
      heading="Your quote ends soon"
      preview={`Total ${formatPounds(quote.total)}, valid until ${formatValidUntil(quote)}.`}
    >
      <Paragraph>
        {greet(getRecipientName(quote))}, the prices of quote <Code>{quote.reference}</Code> are valid until
        the end of {formatValidUntil(quote)}. Nothing is ordered until you accept; if you no longer need it,
        there is nothing to do.
      </Paragraph>
      <HowToOrder {...{ quote, shop }} path={links.order} />
      <OfferedLines {...quote} />
    </EmailLayout>
  ),
})

function HowToOrder({ quote, shop, path }: { quote: QuoteDocument; shop: EmailShop; path: string | null }) {
  if (path === null) return <Paragraph>{fillInContact(toOrderSentence(quote.reference), shop)}</Paragraph>
  return (
    <ActionLink path={path}>{quote.canOrder ? 'Accept and order' : 'See the quote and order'}</ActionLink>
  )
}

function OfferedLines(quote: QuoteDocument) {
  return (
    <>
      <EmailLines lines={quote.lines} />
      <EmailTotals totals={toQuotedTotals(quote)} total={quote.total} />
    </>
  )
}
