import { z } from 'zod'
import { defineEmail } from '../../../infra/mail/define-email.server.ts'
import { formatDate, formatDay, formatWeekday, type IsoDate } from '../../../lib/dates.ts'
import { contactSentence, fillInContact } from '../../../lib/shop-contact.ts'
import { ActionLink, Code, EmailLayout, FactList, Paragraph } from '../../../ui/email/EmailLayout.tsx'
import { greet } from '../../../ui/email/email.ts'
import { pickLineName } from '../../basket/lines/line-entry.ts'
import { PieceLines } from '../../orders/emails/EmailLines.tsx'
import { pieceLine, toConfirmationUrl } from '../../orders/emails/payload-parts.ts'
import { expectDay } from '../../orders/expectation/expectation.ts'
import type { Order } from '../../orders/order.ts'
import type { LineAllocation } from './rules.ts'

const helpSentence = contactSentence(
  'If you can’t wait, reply to this email or call us, and we’ll see what we can do.',
  'If you can’t wait, reply to this email, and we’ll see what we can do.',
)

/** Sent when the day that was promised cannot be kept, once for each version of the order. */
export const orderDelayedEmail = defineEmail({
  kind: 'order-delayed',
  name: 'Order delayed',
  sendAgainTo: 'customer',
  payload: z.object({
    reference: z.string(),
    name: z.string(),
    purchaseOrder: z.string(),
    /** The day that cannot be met, 'Monday 30 November'; '': none was promised. */
    promised: z.string().default(''),
    /** 'Friday 4 December 2026'; '': not known yet. */
    expected: z.string(),
    isCollected: z.boolean(),
    toCome: z.array(pieceLine),
    url: z.string(),
  }),
  create: (
    order: Order,
    version: string,
    day: IsoDate | null,
    toCome: readonly { line: LineAllocation; quantity: number }[],
  ) => ({
    recipient: order.contact.email,
    key: `${order.reference}:${version}`,
    payload: {
      reference: order.reference,
      name: order.contact.name,
      purchaseOrder: order.purchaseOrder,
      promised: formatPromised(order, toCome),
      expected: day === null ? '' : `${formatWeekday(day)} ${formatDate(day)}`,
      isCollected: order.deliveryCode === 'COL',
      toCome: toCome.map(({ line, quantity }) => ({ ...pickLineName(line), quantity, arrival: '' })),
      url: toConfirmationUrl(order.reference),
    },
  }),
  subject: ({ reference }, shopName) => `Order ${reference} is delayed – ${shopName}`,
  component: ({ payload, shop }) => {
    const { name, reference, promised, expected, isCollected, purchaseOrder, toCome, url } = payload
    const day = isCollected
      ? `It will be at the counter on ${expected}.`
      : `It should now reach you on ${expected}.`
    return (
      <EmailLayout
        heading="Your order is delayed"
        preview={expected === '' ? 'We’ll email you as soon as we know the day.' : `Now due ${expected}`}
      >
        <Paragraph>
          {greet(name)}, we’re sorry: we can’t keep
          {promised === '' ? ' the day' : ` ${promised}, the day`} we gave you for order{' '}
          <Code>{reference}</Code>.{' '}
          {expected === '' ? 'We don’t know the new day yet, and will email you as soon as we do.' : day}
        </Paragraph>
        <Paragraph>{fillInContact(helpSentence, shop)}</Paragraph>
        <FactList facts={[['PO number', purchaseOrder]]} />
        <PieceLines heading="Still to come" lines={toCome} />
        <ActionLink path={url}>See your order</ActionLink>
      </EmailLayout>
    )
  },
})

// Of an order that has left in part, each parcel has the promised day of its own.
function formatPromised(order: Order, toCome: readonly { line: LineAllocation }[]): string {
  const { source, day } = expectDay(
    order,
    toCome.map(({ line }) => line),
  )
  const isOfParcel = source === 'promised' && order.state === 'part_despatched'
  return day === null || isOfParcel ? '' : formatDay(day)
}
