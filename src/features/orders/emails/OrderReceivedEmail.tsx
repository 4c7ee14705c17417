import { z } from 'zod'
import type { Config } from '../../../infra/config.ts'
import { defineEmail, type EmailProps } from '../../../infra/mail/define-email.server.ts'
import { findLastRange, formatDayRange } from '../../../lib/availability.ts'
import { listTransferLines, toTransfer, transferPayload } from '../../../lib/bank-transfer.ts'
import { formatAddressLines } from '../../../lib/contact/address.ts'
import { formatDate, parseIsoDate } from '../../../lib/dates.ts'
import { formatPounds } from '../../../lib/money.ts'
import type { TermsOfSale } from '../../../lib/terms.ts'
import {
  ActionLink,
  Code,
  EmailLayout,
  FactList,
  Paragraph,
  SubHeading,
  TextLink,
} from '../../../ui/email/EmailLayout.tsx'
import { type Attachment, type EmailShop, greet } from '../../../ui/email/email.ts'
import { formatChosenDelivery } from '../../delivery/chosen-delivery.ts'
import { exportNotice } from '../../delivery/vat-rate.ts'
import { toDeliveryOrCollection } from '../delivery-or-collection.ts'
import { expectRange, getOrderDay } from '../expectation/expectation.ts'
import { formatMethod, getNextStep, nextStepMessages } from '../messages.ts'
import { isWithoutPayment, linkOrigin, type Order, pickTotals, toOrigin } from '../order.ts'
import { createInvoicePath } from '../order-links.server.ts'
import { EmailConsignments, EmailLines, EmailTotals } from './EmailLines.tsx'
import {
  customerOrder,
  emailConsignments,
  emailLine,
  handover,
  orderTotals,
  toConfirmationUrl,
  toCustomerOrder,
} from './payload-parts.ts'

/** What the e-mail says of the order as it was saved. */
const receivedPayload = customerOrder.extend({
  lines: z.array(emailLine),
  consignments: emailConsignments,
  /** ISO date; null in payloads that an earlier release stored, and of a request. */
  orderedOn: z.string().nullable().default(null),
  ...orderTotals.shape,
  handover,
  /** 'Tuesday 24 November, next working day'. */
  deliveryText: z.string(),
  method: z.string(),
  /** Of a request for a quote. */
  quoteNote: z.string().default(''),
  billing: z.array(z.string()).default([]),
  deliveryInstructions: z.string().default(''),
  /** Why no VAT is charged; '' where it is. */
  vatNote: z.string().default(''),
  madeFrom: z
    .object({
      reference: z.string(),
      kind: z.enum(['quote', 'approval_request']),
      sender: z.string(),
      url: z.string(),
    })
    .nullable()
    .default(null),
  /** Of the terms that the customer accepted; '' when it was not stored. */
  termsVersion: z.string().default(''),
  hasInvoice: z.boolean().default(false),
  isGuest: z.boolean().default(false),
  /** From the root: '/order/FH…/confirmation'. */
  url: z.string(),
  /** What happens next; '': nothing but the usual. */
  nextStep: z.string().default(''),
  /** An order, one that is held, one whose goods were taken at once, or a request for a quote. */
  outcome: z.enum(['placed', 'held', 'collected', 'quote_requested']).default('placed'),
  transfer: transferPayload,
})
type ReceivedPayload = z.output<typeof receivedPayload>

export interface ReceivedDeps {
  config: Pick<Config, 'sessionSecret' | 'seller' | 'invoiceWhen' | 'terms'>
  /** Billing is not known here: what starts the e-mails connects the two. */
  attachInvoice?: (reference: string) => Promise<Attachment[]>
}

interface ReceivedOrder {
  origin: Order | null
  termsVersion: string
  isGuest: boolean
}

/** Sent when an order is placed or a quote requested, once: everything that the confirmation page has. */
export const orderReceivedEmail = defineEmail({
  kind: 'order-received',
  name: 'Order received',
  sendAgainTo: 'customer',
  payload: receivedPayload,
  create: (order: Order, { origin, termsVersion, isGuest }: ReceivedOrder) => ({
    recipient: order.contact.email,
    key: order.reference,
    payload: {
      ...toCustomerOrder(order),
      lines: order.lines,
      consignments: order.consignments,
      orderedOn: getOrderDay(order.placedAt),
      nextStep: order.kind === 'order' && order.state !== 'collected' ? (getNextStep(order) ?? '') : '',
      ...pickTotals(order),
      handover: toDeliveryOrCollection(order),
      deliveryText: formatDatedDelivery(order),
      method: formatMethod(order),
      quoteNote: order.quoteNote,
      billing: formatAddressLines(order.billing),
      deliveryInstructions: order.deliveryInstructions,
      vatNote: order.vat === 0 && order.total > 0 ? exportNotice : '',
      madeFrom: origin && linkOrigin(toOrigin(origin)),
      termsVersion,
      hasInvoice: order.kind === 'order' && !isWithoutPayment(order),
      isGuest,
      url: toConfirmationUrl(order.reference),
      outcome: toOutcome(order),
      transfer: toTransfer(order),
    },
    ...(isGuest && { overLimit: 'wait' as const }),
  }),
  subject: ({ reference, outcome, transfer }, shopName) =>
    outcome === 'quote_requested'
      ? `Your request ${reference} for a quote – ${shopName}`
      : `Order ${reference} ${transfer ? 'received, please pay' : subjects[outcome]} – ${shopName}`,
  links: (payload, { config }: ReceivedDeps) => {
    const transfer = listTransferLines(payload.transfer, config.seller.bank)
    if (!payload.hasInvoice) return { invoice: null, transfer }
    // Until the goods leave it is a pro forma invoice.
    const isInvoiced =
      payload.outcome === 'collected' || (config.invoiceWhen === 'placed' && payload.outcome === 'placed')
    const name = isInvoiced ? 'Invoice (PDF)' : 'Pro forma invoice (PDF)'
    return { invoice: { name, path: createInvoicePath(config.sessionSecret, payload) }, transfer }
  },
  attachments: ({ outcome, termsVersion, reference }, { config, attachInvoice }: ReceivedDeps, shop) => {
    if (outcome === 'collected') return attachInvoice?.(reference) ?? []
    // Terms that were changed since are not those that the customer accepted.
    return outcome !== 'quote_requested' && config.terms?.version === termsVersion
      ? [attachTerms(config.terms, shop, config.seller.address)]
      : []
  },
  component: props => <OrderReceived {...props} />,
})

const toOutcome = ({ kind, onStop, state }: Order): ReceivedPayload['outcome'] =>
  kind === 'quote' ? 'quote_requested' : onStop ? 'held' : state === 'collected' ? 'collected' : 'placed'

// The delivery was chosen before ordering, with how long it takes; the order's own day is known now.
function formatDatedDelivery(order: Order): string {
  const backOrderedLines = order.lines.filter(({ laterQuantity }) => laterQuantity > 0)
  const orderedOn = getOrderDay(order.placedAt)
  if (backOrderedLines.length === 0 || orderedOn === null) return formatChosenDelivery(order)
  const range = findLastRange(backOrderedLines.map(line => expectRange({ orderedOn }, line)))
  return formatChosenDelivery(order, formatDayRange(range))
}

const subjects = { placed: 'received', held: 'received, on hold', collected: 'collected' }
const ordered = { heading: 'Thank you, we have your order', items: 'What you ordered' }
const introductions: Record<ReceivedPayload['outcome'], { heading: string; next: string; items: string }> = {
  placed: { ...ordered, next: 'We are getting it ready.' },
  held: { ...ordered, next: nextStepMessages.held },
  collected: { ...ordered, heading: 'Thank you for your order', next: 'You have taken the goods with you.' },
  quote_requested: {
    heading: 'Thank you, we have your request',
    next: nextStepMessages.quote_requested,
    items: 'What you requested',
  },
}

type ReceivedLinks = { invoice: { name: string; path: string } | null; transfer: string[] }
type OrderReceivedProps = EmailProps<ReceivedPayload, ReceivedLinks>

function OrderReceived({ payload, links: { invoice, transfer }, attachments }: OrderReceivedProps) {
  const { heading, next, items } = introductions[payload.outcome]
  const isQuote = payload.outcome === 'quote_requested'
  const isTaken = payload.outcome === 'collected'
  const delivery = isTaken ? '' : payload.deliveryText
  return (
    <EmailLayout
      heading={heading}
      preview={`${isTaken ? next : `${payload.deliveryText}.`} ${payload.isFreeOfCharge ? payload.method : `Total ${formatPounds(payload.total)}`}.`}
    >
      <Paragraph>
        {greet(payload.name)}, we’ve received your {isQuote ? 'request' : 'order'}{' '}
        <Code>{payload.reference}</Code>. {payload.nextStep || next}
      </Paragraph>
      <FactList
        facts={[
          [payload.outcome === 'held' ? 'Delivery requested' : 'Delivery', delivery],
          [payload.handover.name, isTaken ? [] : payload.handover.lines],
          ['How to pay', transfer],
        ]}
      />
      <ActionLink path={payload.url}>{isQuote ? 'See your request' : 'See your order'}</ActionLink>
      {invoice !== null && (
        <Paragraph>
          <TextLink path={invoice.path}>{invoice.name}</TextLink>
          {isTaken && attachments.length > 0 && ' is attached too.'}
        </Paragraph>
      )}
      {payload.isGuest && (
        <Paragraph>
          On another device, sign in or{' '}
          <TextLink path={`/order/find?reference=${payload.reference}`}>look the order up</TextLink> with its
          number and your postcode.
        </Paragraph>
      )}
      <SubHeading>{items}</SubHeading>
      <EmailLines lines={payload.lines} />
      <EmailTotals totals={payload} total={payload.total} />
      {payload.vatNote !== '' && <Paragraph>{payload.vatNote}</Paragraph>}
      {!isQuote && !isTaken && (
        <EmailConsignments
          lines={payload.lines}
          choice={payload.consignments}
          orderedOn={payload.orderedOn === null ? null : parseIsoDate(payload.orderedOn)}
        />
      )}
      <SubHeading>{isQuote ? 'Your details' : 'Billing and payment'}</SubHeading>
      <FactList
        facts={[
          ['Bill to', payload.billing],
          ['Payment', isQuote ? '' : payload.method],
          ['PO number', payload.purchaseOrder],
          ['Your note', payload.quoteNote === '' ? '' : payload.quoteNote.split('\n')],
          ['Delivery instructions', payload.deliveryInstructions],
        ]}
      />
      {payload.madeFrom && <Origin origin={payload.madeFrom} />}
      {!isQuote && !isTaken && payload.termsVersion !== '' && (
        <TermsAndCancelling payload={payload} hasTerms={attachments.length > 0} />
      )}
    </EmailLayout>
  )
}

function Origin({ origin }: { origin: NonNullable<ReceivedPayload['madeFrom']> }) {
  const isQuote = origin.kind === 'quote'
  return (
    <Paragraph>
      Placed from {isQuote ? 'quote' : 'request'}{' '}
      <TextLink path={origin.url} isCode>
        {origin.reference}
      </TextLink>
      {!isQuote && `, which ${origin.sender} sent for approval`}.
    </Paragraph>
  )
}

function TermsAndCancelling({ payload, hasTerms }: { payload: ReceivedPayload; hasTerms: boolean }) {
  return (
    <>
      <SubHeading>Terms, and your right to cancel</SubHeading>
      <Paragraph>
        You ordered under our <TextLink path="/terms-conditions">terms of sale</TextLink>, version of{' '}
        {formatTermsVersion(payload.termsVersion)}.
        {hasTerms && ' They are attached for you to keep, with a form for cancelling.'}
      </Paragraph>
      <Paragraph>
        If you bought as a consumer, you can cancel without giving a reason until 14 days after the day on
        which you received the last of the goods. Reply to this email with order number {payload.reference},
        or tell us in any other clear way. The terms explain how to return goods and what we refund.
      </Paragraph>
    </>
  )
}

export function formatTermsVersion(version: string): string {
  const day = parseIsoDate(version)
  return day ? formatDate(day) : version
}

/**
 * The terms of sale as a text that the customer can keep, and the model form for cancelling (Consumer Contracts
 * Regulations 2013, regulation 16 and schedule 3).
 */
function formatTerms(
  { version, sections }: TermsOfSale,
  shop: EmailShop,
  address: readonly string[],
): string {
  const seller = [shop.name, ...address, shop.email, shop.phone].filter(Boolean).join(', ')
  return [
    `${shop.name}: terms of sale, version of ${formatTermsVersion(version)}`,
    ...sections.map(({ heading, paragraphs }, index) =>
      [`${index + 1}. ${heading}`, ...paragraphs].join('\n\n'),
    ),
    'Model form for cancelling, for consumers',
    'You need not use this form. Complete and return it only if you wish to cancel.',
    [
      `To ${seller}:`,
      'I hereby give notice that I cancel my contract of sale of the following goods:',
      'Ordered on / received on:',
      'Order number:',
      'Name and address:',
      'Signature (only if this form is sent on paper):',
      'Date:',
    ].join('\n'),
    '',
  ].join('\n\n')
}

export const attachTerms = (terms: TermsOfSale, shop: EmailShop, address: readonly string[]): Attachment => ({
  filename: `terms-${terms.version}.txt`,
  type: 'text/plain; charset=utf-8',
  content: new TextEncoder().encode(formatTerms(terms, shop, address)),
})
