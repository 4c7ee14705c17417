import { z } from 'zod'
import { defineEmail, type LinkDeps } from '../../../infra/mail/define-email.server.ts'
import { formatPounds, type Pence, zero } from '../../../lib/money.ts'
import {
  Code,
  EmailLayout,
  FactList,
  Paragraph,
  SubHeading,
  TextLink,
} from '../../../ui/email/EmailLayout.tsx'
import { greet } from '../../../ui/email/email.ts'
import { type MoneyBackWay, moneyBackPromises, moneyBackWays } from '../money-back.ts'
import { type Order, pickTotals } from '../order.ts'
import { createDocumentPath } from '../order-links.server.ts'
import { EmailLines, EmailTotals } from './EmailLines.tsx'
import { customerOrder, emailLine, itemisedTotals, penceAmount, toCustomerOrder } from './payload-parts.ts'

const nothingPaid = { moneyBack: zero, moneyBackWay: 'card', creditNote: null } as const

/** Sent when staff cancel a placed order, once for each order. */
export const orderCancelledEmail = defineEmail({
  kind: 'order-cancelled',
  name: 'Order cancelled',
  sendAgainTo: 'customer',
  payload: customerOrder.extend({
    lines: z.array(emailLine),
    total: penceAmount,
    totals: itemisedTotals,
    reason: z.string(),
    /** What is paid back; 0: nothing was paid. */
    moneyBack: penceAmount,
    moneyBackWay: z.enum(moneyBackWays).default('card'),
    /** 'CN-000007': it was invoiced before; null: it was not. */
    creditNote: z.string().nullable().default(null),
  }),
  create: (
    order: Order,
    reason: string,
    money: { moneyBack: Pence; moneyBackWay: MoneyBackWay; creditNote: string | null } = nothingPaid,
  ) => ({
    recipient: order.contact.email,
    key: order.reference,
    payload: {
      ...toCustomerOrder(order),
      lines: order.lines,
      total: order.total,
      totals: pickTotals(order),
      reason,
      ...money,
    },
  }),
  subject: ({ reference }, shopName) => `Order ${reference} was cancelled – ${shopName}`,
  links: (payload, { config }: LinkDeps) => ({
    creditNote: payload.creditNote && createDocumentPath(config.sessionSecret, payload, payload.creditNote),
  }),
  component: ({ payload, links: { creditNote } }) => {
    const money = formatMoneyBack(payload)
    return (
      <EmailLayout heading="Your order was cancelled" preview={money}>
        <Paragraph>
          {greet(payload.name)}, we have cancelled your order <Code>{payload.reference}</Code>. Nothing will
          be delivered.
        </Paragraph>
        <Paragraph>{money}</Paragraph>
        <FactList
          facts={[
            ['Reason', payload.reason],
            ['PO number', payload.purchaseOrder],
          ]}
        />
        {creditNote !== null && (
          <Paragraph>
            <TextLink path={creditNote}>Credit note {payload.creditNote} (PDF)</TextLink>
          </Paragraph>
        )}
        <SubHeading>What was cancelled</SubHeading>
        <EmailLines lines={payload.lines} />
        <EmailTotals totals={payload.totals} total={payload.total} />
      </EmailLayout>
    )
  },
})

const formatMoneyBack = ({ moneyBack, moneyBackWay }: { moneyBack: Pence; moneyBackWay: MoneyBackWay }) =>
  moneyBack > 0
    ? `${formatPounds(moneyBack)} ${moneyBackPromises[moneyBackWay]}`
    : 'There is nothing to pay for this order.'
