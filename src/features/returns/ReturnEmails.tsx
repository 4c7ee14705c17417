import type { FunctionComponent } from 'react'
import { z } from 'zod'
import { defineEmail } from '../../infra/mail/define-email.server.ts'
import { ActionLink, Code, EmailLayout, FactList, Paragraph } from '../../ui/email/EmailLayout.tsx'
import { type EmailShop, greet } from '../../ui/email/email.ts'
import { pickLineName } from '../basket/lines/line-entry.ts'
import { PieceLines } from '../orders/emails/EmailLines.tsx'
import { pieceLine } from '../orders/emails/payload-parts.ts'
import type { Order } from '../orders/order.ts'
import { formatReturnNumber, type ReturnRequest, reasonNames, toReturnUrl } from './returns.ts'

const returnPayload = z.object({
  number: z.string(),
  reference: z.string(),
  purchaseOrder: z.string(),
  name: z.string(),
  lines: z.array(pieceLine),
  reason: z.string(),
  /** What staff wrote to the customer; ''. */
  reply: z.string(),
  /** Handling charge as a percentage of the price; 0: none. */
  chargePercent: z.int(),
  /** Where the goods go; empty: the shop says it in its reply. */
  address: z.array(z.string()),
  url: z.string(),
})

interface ReturnProps {
  payload: z.output<typeof returnPayload>
  shop: EmailShop
}

interface ReturnEmail {
  event: string
  title: string
  /** Of the pieces of a line that it is about. */
  getQuantity: (line: ReturnRequest['lines'][number]) => number
  component: FunctionComponent<ReturnProps>
}

/** One for each event of a return, to the person who requested it. */
const defineReturnEmail = ({ event, title, getQuantity, component }: ReturnEmail) =>
  defineEmail({
    kind: `return-${event}`,
    name: `Return ${event}`,
    sendAgainTo: 'recipient',
    payload: returnPayload,
    create: (
      { contact, purchaseOrder }: Pick<Order, 'contact' | 'purchaseOrder'>,
      request: ReturnRequest,
      address: readonly string[],
    ) => {
      const number = formatReturnNumber(request.id)
      const payload = {
        number,
        reference: request.reference,
        purchaseOrder,
        // A head buyer may return what a colleague ordered.
        name: request.email === contact.email ? contact.name : '',
        lines: request.lines
          .map(line => ({ ...pickLineName(line), quantity: getQuantity(line), arrival: '' }))
          .filter(({ quantity }) => quantity > 0),
        reason: reasonNames[request.reason],
        reply: request.reply,
        chargePercent: request.chargePercent,
        address: [...address],
        url: toReturnUrl(request.id),
      }
      return { recipient: request.email, key: number, payload }
    },
    subject: ({ number }, shopName) => `${title} ${number} – ${shopName}`,
    component,
  })

export const returnEmails = {
  requested: defineReturnEmail({
    event: 'requested',
    title: 'We’ve got your return request',
    getQuantity: line => line.requested,
    component: ({ payload, shop }) => (
      <EmailLayout
        shop={shop}
        heading="We’ve got your return request"
        preview={`${payload.number}, ${payload.reason}`}
      >
        <Paragraph>
          {greet(payload.name)}, we’ll look at your return <Code>{payload.number}</Code> for order{' '}
          <Code>{payload.reference}</Code> and email you. Please don’t send anything back yet.
        </Paragraph>
        <ReturnDetails payload={payload} shop={shop} heading="What you’d like to return" />
      </EmailLayout>
    ),
  }),
  /** Staff have authorised it: how to send the goods. */
  authorised: defineReturnEmail({
    event: 'authorised',
    title: 'You can send your return',
    getQuantity: line => line.authorised ?? 0,
    component: ({ payload, shop }) => {
      const hasAddress = payload.address.length > 0
      return (
        <EmailLayout
          shop={shop}
          heading="You can send your return"
          preview={`${payload.number}: how to send it`}
        >
          <Paragraph>
            {greet(payload.name)}, you can now send us the goods of return <Code>{payload.number}</Code>. Pack
            them well,{' '}
            {hasAddress
              ? 'print the label and stick it on the parcel.'
              : 'and put the return number on the parcel.'}
          </Paragraph>
          {payload.reply !== '' && <FactList facts={[['A note from us', payload.reply]]} />}
          <FactList facts={[['Send it to', payload.address]]} />
          {payload.chargePercent > 0 && (
            <Paragraph>We’ll keep {payload.chargePercent}% of the price as a handling charge.</Paragraph>
          )}
          <PieceLines heading="What to send" lines={payload.lines} />
          <ActionLink shop={shop} path={hasAddress ? `${payload.url}/label.pdf` : payload.url}>
            {hasAddress ? 'Print the label' : 'See your return'}
          </ActionLink>
        </EmailLayout>
      )
    },
  }),
  refused: defineReturnEmail({
    event: 'refused',
    title: 'We can’t accept your return',
    getQuantity: line => line.requested,
    component: ({ payload, shop }) => (
      <EmailLayout shop={shop} heading="We can’t accept your return" preview={payload.reply}>
        <Paragraph>
          {greet(payload.name)}, we’ve looked at your return <Code>{payload.number}</Code> for order{' '}
          <Code>{payload.reference}</Code> and can’t accept it.
        </Paragraph>
        <FactList facts={[['Why', payload.reply]]} />
        <ReturnDetails payload={payload} shop={shop} heading="What you wanted to return" />
      </EmailLayout>
    ),
  }),
  received: defineReturnEmail({
    event: 'received',
    title: 'We’ve received your return',
    getQuantity: line => line.received ?? 0,
    component: ({ payload, shop }) => (
      <EmailLayout shop={shop} heading="We’ve received your return" preview={`${payload.number} is here`}>
        <Paragraph>
          {greet(payload.name)}, the goods of return <Code>{payload.number}</Code> are here. We’ll check them,
          then email you about your credit.
        </Paragraph>
        <ReturnDetails payload={payload} shop={shop} heading="What we received" />
      </EmailLayout>
    ),
  }),
  closed: defineReturnEmail({
    event: 'closed',
    title: 'Your return is closed:',
    getQuantity: line => line.received ?? line.authorised ?? 0,
    component: ({ payload, shop }) => (
      <EmailLayout shop={shop} heading="Your return is closed" preview={payload.reply}>
        <Paragraph>
          {greet(payload.name)}, we’ve closed your return <Code>{payload.number}</Code> for order{' '}
          <Code>{payload.reference}</Code> without a credit.
        </Paragraph>
        <FactList facts={[['Why', payload.reply]]} />
        <ReturnDetails payload={payload} shop={shop} heading="What it was for" />
      </EmailLayout>
    ),
  }),
}

function ReturnDetails({ payload, shop, heading }: ReturnProps & { heading: string }) {
  return (
    <>
      <FactList
        facts={[
          ['Reason', payload.reason],
          ['PO number', payload.purchaseOrder],
        ]}
      />
      <PieceLines heading={heading} lines={payload.lines} />
      <ActionLink shop={shop} path={payload.url}>
        See your return
      </ActionLink>
    </>
  )
}
