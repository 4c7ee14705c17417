import type { FunctionComponent } from 'react'
import { z } from 'zod'
import { defineEmail } from '../../infra/mail/define-email.server.ts'
import { ActionLink, Code, EmailLayout, FactList, Paragraph } from '../../ui/email/EmailLayout.tsx'
import { greet } from '../../ui/email/email.ts'
import { pickLineName } from '../basket/lines/line-entry.ts'
import { PieceLines } from '../orders/emails/EmailLines.tsx'
import { pieceLine } from '../orders/emails/payload-parts.ts'
import type { Order } from '../orders/order.ts'
import {
  formatReturnNumber,
  type ReturnLine,
  type ReturnRequest,
  reasonNames,
  toReturnUrl,
} from './returns.ts'

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

type ReturnPayload = z.output<typeof returnPayload>

interface ReturnEmail {
  event: string
  heading: string
  /** In front of the number in the subject; default: the heading. */
  title?: string
  preview: (payload: ReturnPayload) => string
  /** Of the pieces of a line that it is about. */
  getQuantity: (line: ReturnLine) => number
  content: FunctionComponent<ReturnPayload>
}

/** One for each event of a return, to the person who requested it. */
const defineReturnEmail = ({
  event,
  heading,
  title = heading,
  preview,
  getQuantity,
  content: Content,
}: ReturnEmail) =>
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
    component: ({ payload }) => (
      <EmailLayout heading={heading} preview={preview(payload)}>
        <Content {...payload} />
      </EmailLayout>
    ),
  })

export const returnEmails = {
  requested: defineReturnEmail({
    event: 'requested',
    heading: 'We’ve got your return request',
    preview: ({ number, reason }) => `${number}, ${reason}`,
    getQuantity: line => line.requested,
    content: payload => (
      <>
        <Paragraph>
          {greet(payload.name)}, we’ll look at your return <Code>{payload.number}</Code> for order{' '}
          <Code>{payload.reference}</Code> and email you. Please don’t send anything back yet.
        </Paragraph>
        <ReturnDetails {...payload} heading="What you’d like to return" />
      </>
    ),
  }),
  /** Staff have authorised it: how to send the goods. */
  authorised: defineReturnEmail({
    event: 'authorised',
    heading: 'You can send your return',
    preview: ({ number }) => `${number}: how to send it`,
    getQuantity: line => line.authorised ?? 0,
    content: ({ name, number, reply, address, chargePercent, lines, url }) => {
      const hasAddress = address.length > 0
      return (
        <>
          <Paragraph>
            {greet(name)}, you can now send us the goods of return <Code>{number}</Code>. Pack them well,{' '}
            {hasAddress
              ? 'print the label and stick it on the parcel.'
              : 'and put the return number on the parcel.'}
          </Paragraph>
          {reply !== '' && <FactList facts={[['A note from us', reply]]} />}
          <FactList facts={[['Send it to', address]]} />
          {chargePercent > 0 && (
            <Paragraph>We’ll keep {chargePercent}% of the price as a handling charge.</Paragraph>
          )}
          <PieceLines heading="What to send" lines={lines} />
          <ActionLink path={hasAddress ? `${url}/label.pdf` : url}>
            {hasAddress ? 'Print the label' : 'See your return'}
          </ActionLink>
        </>
      )
    },
  }),
  refused: defineReturnEmail({
    event: 'refused',
    heading: 'We can’t accept your return',
    preview: ({ reply }) => reply,
    getQuantity: line => line.requested,
    content: payload => (
      <>
        <Paragraph>
          {greet(payload.name)}, we’ve looked at your return <Code>{payload.number}</Code> for order{' '}
          <Code>{payload.reference}</Code> and can’t accept it.
        </Paragraph>
        <FactList facts={[['Why', payload.reply]]} />
        <ReturnDetails {...payload} heading="What you wanted to return" />
      </>
    ),
  }),
  received: defineReturnEmail({
    event: 'received',
    heading: 'We’ve received your return',
    preview: ({ number }) => `${number} is here`,
    getQuantity: line => line.received ?? 0,
    content: payload => (
      <>
        <Paragraph>
          {greet(payload.name)}, the goods of return <Code>{payload.number}</Code> are here. We’ll check them,
          then email you about your credit.
        </Paragraph>
        <ReturnDetails {...payload} heading="What we received" />
      </>
    ),
  }),
  closed: defineReturnEmail({
    event: 'closed',
    heading: 'Your return is closed',
    title: 'Your return is closed:',
    preview: ({ reply }) => reply,
    getQuantity: line => line.received ?? line.authorised ?? 0,
    content: payload => (
      <>
        <Paragraph>
          {greet(payload.name)}, we’ve closed your return <Code>{payload.number}</Code> for order{' '}
          <Code>{payload.reference}</Code> without a credit.
        </Paragraph>
        <FactList facts={[['Why', payload.reply]]} />
        <ReturnDetails {...payload} heading="What it was for" />
      </>
    ),
  }),
}

function ReturnDetails({ heading, reason, purchaseOrder, lines, url }: ReturnPayload & { heading: string }) {
  return (
    <>
      <FactList
        facts={[
          ['Reason', reason],
          ['PO number', purchaseOrder],
        ]}
      />
      <PieceLines heading={heading} lines={lines} />
      <ActionLink path={url}>See your return</ActionLink>
    </>
  )
}
