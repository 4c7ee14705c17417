import { z } from 'zod'
import { defineEmail, type LinkDeps } from '../../infra/mail/define-email.server.ts'
import { formatPounds, type Pence } from '../../lib/money.ts'
import { ActionLink, Code, EmailLayout, FactList, Paragraph, TextLink } from '../../ui/email/EmailLayout.tsx'
import { greet } from '../../ui/email/email.ts'
import {
  type CustomerOrder,
  customerOrder,
  penceAmount,
  toConfirmationUrl,
  toCustomerOrder,
} from '../orders/emails/payload-parts.ts'
import type { Order } from '../orders/order.ts'
import { createPaymentPath } from '../orders/service.ts'

const paymentPayload = customerOrder.extend({
  amount: penceAmount,
  /** Of the order, inc VAT. */
  total: penceAmount,
  url: z.string(),
})
type PaymentPayload = z.output<typeof paymentPayload>

type PaidOrder = CustomerOrder & Pick<Order, 'total'>

const toPayload = (order: PaidOrder, amount: Pence) => ({
  ...toCustomerOrder(order),
  amount,
  total: order.total,
  url: toConfirmationUrl(order.reference),
})

/** Asks for what is still to be paid of an order, by the link in it; `key`: of the press or occasion. */
export const paymentRequestedEmail = defineEmail({
  kind: 'payment-requested',
  name: 'Payment link',
  sendAgainTo: 'customer',
  payload: paymentPayload,
  create: (order: PaidOrder & Pick<Order, 'amountDue'>, key: string) => ({
    recipient: order.contact.email,
    key: `${order.reference}:${key}`,
    payload: toPayload(order, order.amountDue),
  }),
  subject: ({ reference, amount }, shopName) =>
    `${formatPounds(amount)} to pay for your order ${reference} – ${shopName}`,
  links: (payload, { config }: LinkDeps) => ({ payment: createPaymentPath(config.sessionSecret, payload) }),
  component: ({ payload, links }) => {
    const amount = formatPounds(payload.amount)
    return (
      <EmailLayout
        heading={`${amount} to pay for your order`}
        preview="We’ll carry on with your order as soon as it is paid."
      >
        <Paragraph>
          {greet(payload.name)}, {amount} of your order <Code>{payload.reference}</Code> is still to be paid.
          Please pay it by card: we’ll carry on with your order as soon as it is paid.
        </Paragraph>
        <ActionLink path={links.payment}>{`Pay ${amount} by card`}</ActionLink>
        <Sums payload={payload} name="Still to pay" />
        <Paragraph>
          <TextLink path={payload.url}>See your order</TextLink>
        </Paragraph>
      </EmailLayout>
    )
  },
})

/** Confirms that the rest of an order was paid, once for each payment. */
export const paymentReceivedEmail = defineEmail({
  kind: 'payment-received',
  name: 'Payment received',
  sendAgainTo: 'customer',
  payload: paymentPayload,
  create: (
    order: PaidOrder,
    { amount, transactionReference }: { amount: Pence; transactionReference: string },
  ) => ({
    recipient: order.contact.email,
    key: transactionReference,
    payload: toPayload(order, amount),
  }),
  subject: ({ reference, amount }, shopName) =>
    `We have your payment of ${formatPounds(amount)} for order ${reference} – ${shopName}`,
  component: ({ payload }) => {
    const amount = formatPounds(payload.amount)
    return (
      <EmailLayout
        heading="Thank you, we have your payment"
        preview={`${amount} paid by card. We’ll carry on with your order now.`}
      >
        <Paragraph>
          {greet(payload.name)}, your payment of {amount} for order <Code>{payload.reference}</Code> has gone
          through. Nothing more is to be paid, and we’ll carry on with your order now.
        </Paragraph>
        <Sums payload={payload} name="Paid now by card" />
        <ActionLink path={payload.url}>See your order</ActionLink>
      </EmailLayout>
    )
  },
})

const Sums = ({ payload, name }: { payload: PaymentPayload; name: string }) => (
  <FactList
    facts={[
      [name, formatPounds(payload.amount)],
      ['Order total inc VAT', formatPounds(payload.total)],
      ['PO number', payload.purchaseOrder],
    ]}
  />
)
