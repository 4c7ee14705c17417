import { z } from 'zod'
import { defineEmail } from '../../../infra/mail/define-email.server.ts'
import { formatPounds } from '../../../lib/money.ts'
import {
  ActionLink,
  Code,
  EmailLayout,
  FactList,
  Paragraph,
  SubHeading,
  TextLink,
} from '../../../ui/email/EmailLayout.tsx'
import { greet } from '../../../ui/email/email.ts'
import { toAdminUrl } from '../../back-office/navigation.ts'
import { formatChosenDelivery } from '../../delivery/chosen-delivery.ts'
import { toDeliveryOrCollection } from '../delivery-or-collection.ts'
import { nextStepMessages } from '../messages.ts'
import { type Order, orderUrl, pickTotals } from '../order.ts'
import { EmailConsignments, EmailLines, EmailTotals } from './EmailLines.tsx'
import { emailConsignments, emailLine, handover, itemisedTotals, penceAmount } from './payload-parts.ts'

const approvalPayload = z.object({
  /** Of the approval request. */
  reference: z.string(),
  name: z.string(),
  sender: z.string(),
  lines: z.array(emailLine),
  consignments: emailConsignments,
  total: penceAmount,
  totals: itemisedTotals,
  handover,
  purchaseOrder: z.string(),
  /** What the sender wrote to the head buyers. */
  note: z.string().default(''),
  /** '' when it was not stored. */
  deliveryText: z.string().default(''),
  deliveryInstructions: z.string().default(''),
  /** Of the order that was placed from the request; '' while there is none. */
  placedReference: z.string(),
  /** The name of the head buyer who decided, and the reason of a rejection; '' before the decision. */
  decidedBy: z.string(),
  reason: z.string(),
  /** Placed for an account that is on stop: not despatched yet. */
  held: z.boolean().default(false),
  url: z.string(),
  /** Of the page on which a head buyer decides about it. */
  decideUrl: z.string().default('/account/approvals'),
})
type ApprovalPayload = z.output<typeof approvalPayload>

const toPayload = (order: Order): Omit<ApprovalPayload, 'name' | 'url' | 'decideUrl'> => ({
  reference: order.reference,
  sender: order.contact.name,
  lines: order.lines,
  consignments: order.consignments,
  total: order.total,
  totals: pickTotals(order),
  handover: toDeliveryOrCollection(order),
  purchaseOrder: order.purchaseOrder,
  note: order.approvalNote,
  deliveryText: formatChosenDelivery(order),
  deliveryInstructions: order.deliveryInstructions,
  placedReference: '',
  decidedBy: '',
  reason: '',
  held: order.onStop,
})

/** To each head buyer of the company, once for each request. */
export const approvalRequestedEmail = defineEmail({
  kind: 'approval-wanted',
  name: 'To the head buyer: order to approve',
  payload: approvalPayload,
  create: (headBuyer: { id: number; email: string; name: string }, request: Order) => ({
    recipient: headBuyer.email,
    key: `${request.reference}:${headBuyer.id}`,
    payload: {
      ...toPayload(request),
      name: headBuyer.name,
      url: `/checkout?approval_id=${request.id}`,
      decideUrl: `/account/approvals#order-${request.id}`,
    },
  }),
  subject: ({ reference, sender }, shopName) =>
    `${sender} requests your approval: order ${reference} – ${shopName}`,
  component: ({ payload }) => (
    <EmailLayout
      heading="An order is waiting for your approval"
      preview={`${payload.sender}, ${formatPounds(payload.total)}. Nothing is ordered until you approve it.`}
    >
      <Paragraph>
        {greet(payload.name)}, {payload.sender} has asked you to approve request{' '}
        <Code>{payload.reference}</Code>. Nothing is ordered until you approve it.
      </Paragraph>
      <FactList facts={[[`Note from ${payload.sender}`, payload.note]]} />
      <ActionLink path={payload.decideUrl}>Approve or reject it</ActionLink>
      <Paragraph>
        To change something first, <TextLink path={payload.url}>open it in the checkout</TextLink>.{' '}
        {payload.sender} will get an email once you’ve decided.
      </Paragraph>
      <OrderedLines payload={payload} heading="What was requested" />
    </EmailLayout>
  ),
})

/** To the sender: the order was placed. */
export const approvalGrantedEmail = defineEmail({
  kind: 'approval-given',
  name: 'Approved',
  sendAgainTo: 'customer',
  payload: approvalPayload,
  create: (request: Order, placed: Order) => ({
    recipient: request.contact.email,
    key: request.reference,
    payload: {
      // As it was placed: its delivery day may differ from the request's.
      ...toPayload(placed),
      reference: request.reference,
      sender: request.contact.name,
      name: request.contact.name,
      placedReference: placed.reference,
      decidedBy: placed.contact.name,
      url: orderUrl(placed.reference),
    },
  }),
  subject: ({ reference }, shopName) => `Your order ${reference} was approved – ${shopName}`,
  component: ({ payload }) => (
    <EmailLayout
      heading="Your order was approved"
      preview={`${payload.decidedBy} has placed it. Total ${formatPounds(payload.total)}.`}
    >
      <Paragraph>
        {greet(payload.name)}, {payload.decidedBy} has approved your request{' '}
        <TextLink path={orderUrl(payload.reference)} isCode>
          {payload.reference}
        </TextLink>
        . It has been placed as order{' '}
        <TextLink path={payload.url} isCode>
          {payload.placedReference}
        </TextLink>
        . {payload.held ? nextStepMessages.held : 'We are getting it ready.'}
      </Paragraph>
      <ActionLink path={payload.url}>See the order</ActionLink>
      <OrderedLines payload={payload} heading="What was ordered" />
    </EmailLayout>
  ),
})

/** To the sender: the order will not be placed, and why. */
export const approvalRejectedEmail = defineEmail({
  kind: 'approval-refused',
  name: 'Not approved',
  sendAgainTo: 'customer',
  payload: approvalPayload,
  create: (request: Order, decidedBy: string, reason: string) => ({
    recipient: request.contact.email,
    key: request.reference,
    payload: {
      ...toPayload(request),
      name: request.contact.name,
      decidedBy,
      reason,
      url: orderUrl(request.reference),
    },
  }),
  subject: ({ reference }, shopName) => `Your order ${reference} was not approved – ${shopName}`,
  component: ({ payload }) => (
    <EmailLayout heading="Your order was not approved" preview={`${payload.decidedBy}: ${payload.reason}`}>
      <Paragraph>
        {greet(payload.name)}, {payload.decidedBy} has rejected your request <Code>{payload.reference}</Code>.
        Nothing was ordered.
      </Paragraph>
      <FactList facts={[['Reason', payload.reason]]} />
      <ActionLink path={payload.url}>See it, or order again</ActionLink>
      <OrderedLines payload={payload} heading="What you requested" />
    </EmailLayout>
  ),
})

/** To staff: an order awaits approval, but the company has no head buyer. */
export const noApproverEmail = defineEmail({
  kind: 'approval-stranded',
  name: 'To staff: nobody can approve',
  payload: approvalPayload,
  create: (shopEmail: string, request: Order) => ({
    recipient: shopEmail,
    key: request.reference,
    payload: { ...toPayload(request), name: '', url: toAdminUrl(request) },
  }),
  subject: ({ reference }, shopName) => `Nobody can approve order ${reference} – ${shopName}`,
  component: ({ payload }) => (
    <EmailLayout
      heading="Nobody can approve this order"
      preview={`${payload.sender}, ${formatPounds(payload.total)}. The company has no head buyer who can approve it.`}
    >
      <Paragraph>
        {payload.sender} has sent request <Code>{payload.reference}</Code> for approval, but the company has
        no head buyer who can decide. It will wait until there is one; the sender knows that you’ll be in
        touch.
      </Paragraph>
      <ActionLink path={payload.url}>See the order</ActionLink>
      <OrderedLines payload={payload} heading="What was requested" />
    </EmailLayout>
  ),
})

function OrderedLines({ payload, heading }: { payload: ApprovalPayload; heading: string }) {
  return (
    <>
      <SubHeading>{heading}</SubHeading>
      <EmailLines lines={payload.lines} />
      <EmailTotals totals={payload.totals} total={payload.total} />
      <EmailConsignments lines={payload.lines} choice={payload.consignments} />
      <SubHeading>Details</SubHeading>
      <FactList
        facts={[
          ['Delivery', payload.deliveryText],
          [payload.handover.name, payload.handover.lines],
          ['Delivery instructions', payload.deliveryInstructions],
          ['PO number', payload.purchaseOrder],
        ]}
      />
    </>
  )
}
