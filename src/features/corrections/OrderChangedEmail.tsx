import { z } from 'zod'
import { defineEmail, type LinkDeps } from '../../infra/mail/define-email.server.ts'
import { formatPounds, type Pence, zero } from '../../lib/money.ts'
import {
  ActionLink,
  Code,
  EmailLayout,
  emailStyles,
  FactList,
  Paragraph,
  SubHeading,
  TextLink,
} from '../../ui/email/EmailLayout.tsx'
import { greet } from '../../ui/email/email.ts'
import {
  type CustomerOrder,
  customerOrder,
  penceAmount,
  toConfirmationUrl,
  toCustomerOrder,
} from '../orders/emails/payload-parts.ts'
import type { CorrectedField } from '../orders/history.ts'
import { nextStepMessages } from '../orders/messages.ts'
import { type MoneyBackWay, moneyBackPromises, moneyBackWays } from '../orders/money-back.ts'
import { createPaymentPath } from '../orders/service.ts'

/** Sent for each correction of an order by staff; `order`: as it is afterwards. */
export const orderChangedEmail = defineEmail({
  kind: 'order-changed',
  name: 'Order changed',
  sendAgainTo: 'customer',
  payload: customerOrder.extend({
    changes: z.array(z.object({ name: z.string(), before: z.string(), after: z.string() })),
    total: penceAmount,
    /** What is paid back; 0: nothing. */
    moneyBack: penceAmount,
    moneyBackWay: z.enum(moneyBackWays).default('card'),
    /** What is still to be paid by card; 0: nothing. */
    amountDue: penceAmount.default(zero),
    isHeldForAccount: z.boolean().default(false),
    url: z.string(),
  }),
  create: (
    order: CustomerOrder & { total: Pence },
    correction: {
      id: number
      changes: readonly CorrectedField[]
      moneyBack: Pence
      moneyBackWay: MoneyBackWay
      amountDue: Pence
      isHeldForAccount: boolean
    },
  ) => ({
    recipient: order.contact.email,
    key: `${correction.id}`,
    payload: {
      ...toCustomerOrder(order),
      changes: correction.changes.map(({ name, before, after }) => ({ name, before, after })),
      total: order.total,
      moneyBack: correction.moneyBack,
      moneyBackWay: correction.moneyBackWay,
      amountDue: correction.amountDue,
      isHeldForAccount: correction.isHeldForAccount,
      url: toConfirmationUrl(order.reference),
    },
  }),
  subject: ({ reference }, shopName) => `Your order ${reference} has been changed – ${shopName}`,
  links: (payload, { config }: LinkDeps) => ({
    payment: payload.amountDue > 0 ? createPaymentPath(config.sessionSecret, payload) : null,
  }),
  component: ({ payload, links: { payment } }) => {
    const { reference, name, changes, total, amountDue, purchaseOrder, url } = payload
    const difference = formatDifference(payload)
    return (
      <EmailLayout heading="Your order has been changed" preview={changes.map(({ name }) => name).join(', ')}>
        <Paragraph>
          {greet(name)}, we have changed your order <Code>{reference}</Code>. If anything is wrong, tell us
          before it leaves.
        </Paragraph>
        {difference !== '' && <Paragraph>{difference}</Paragraph>}
        {payload.isHeldForAccount && <Paragraph>{nextStepMessages.heldForCredit}</Paragraph>}
        {payment !== null && (
          <ActionLink path={payment}>{`Pay ${formatPounds(amountDue)} by card`}</ActionLink>
        )}
        <SubHeading>What has changed</SubHeading>
        {changes.map(change => (
          <p key={change.name} className="ink" style={{ margin: '0 0 12px', overflowWrap: 'anywhere' }}>
            <span className="steel" style={emailStyles.quiet}>
              {change.name}
            </span>
            <br />
            Before: {change.before || 'nothing'}
            <br />
            Now: {change.after || 'nothing'}
          </p>
        ))}
        <FactList
          facts={[
            ['New total inc VAT', formatPounds(total)],
            ['Still to pay', amountDue > 0 ? formatPounds(amountDue) : ''],
            ['PO number', purchaseOrder],
          ]}
        />
        {payment === null ? (
          <ActionLink path={url}>See your order</ActionLink>
        ) : (
          <Paragraph>
            <TextLink path={url}>See your order</TextLink>
          </Paragraph>
        )}
      </EmailLayout>
    )
  },
})

/** What happens to the customer's money; '': nothing. */
function formatDifference({
  moneyBack,
  moneyBackWay,
  amountDue,
}: {
  moneyBack: Pence
  moneyBackWay: MoneyBackWay
  amountDue: Pence
}): string {
  if (amountDue > 0)
    return `${formatPounds(amountDue)} is still to be paid. Please pay it by card: we’ll carry on with your order as soon as it is paid.`
  return moneyBack > 0 ? `${formatPounds(moneyBack)} ${moneyBackPromises[moneyBackWay]}` : ''
}
