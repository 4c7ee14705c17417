import { z } from 'zod'
import { defineEmail } from '../../infra/mail/define-email.server.ts'
import { contactSentence, fillInContact } from '../../lib/shop-contact.ts'
import {
  ActionLink,
  Code,
  EmailLayout,
  FactList,
  Paragraph,
  WrittenText,
} from '../../ui/email/EmailLayout.tsx'
import { greet } from '../../ui/email/email.ts'
import { toAdminUrl } from '../back-office/navigation.ts'
import type { Order } from '../orders/order.ts'

interface StoredText {
  id: number
  text: string
}

/** To staff who are named in a note: one for each note and person. */
export const orderNoteEmail = defineEmail({
  kind: 'order-note',
  name: 'To staff: note',
  payload: z.object({
    reference: z.string(),
    isQuote: z.boolean().default(false),
    author: z.string(),
    text: z.string(),
    /** Of the staff's page of the order or quote. */
    url: z.string(),
  }),
  create: (
    order: Order,
    { id, author, text }: StoredText & { author: string },
    person: { id: number; email: string },
  ) => ({
    recipient: person.email,
    key: `${id}:${person.id}`,
    payload: {
      ...{ reference: order.reference, isQuote: order.kind === 'quote', author, text },
      url: toAdminUrl(order),
    },
  }),
  subject: ({ author, reference, isQuote }) =>
    `${author} wrote you a note on ${isQuote ? 'quote' : 'order'} ${reference}`,
  component: ({ payload: { reference, isQuote, author, text, url } }) => (
    <EmailLayout
      heading={`A note on ${isQuote ? 'quote' : 'order'} ${reference}`}
      preview={text.slice(0, 90)}
    >
      <Paragraph>{author} wrote:</Paragraph>
      <WrittenText text={text} />
      <ActionLink path={url}>{isQuote ? 'Open the quote' : 'Open the order'}</ActionLink>
    </EmailLayout>
  ),
})

const answerSentence = contactSentence('Reply to this email or call us.', 'Reply to this email.')

/** What staff write to the customer of an order. */
export const orderMessageEmail = defineEmail({
  kind: 'order-message',
  name: 'Your message',
  sendAgainTo: 'customer',
  payload: z.object({
    reference: z.string(),
    name: z.string(),
    purchaseOrder: z.string(),
    text: z.string(),
    /** Of the order's page; '': the customer has none where they could answer. */
    url: z.string(),
  }),
  create: ({ reference, contact, purchaseOrder, personId }: Order, { id, text }: StoredText) => ({
    recipient: contact.email,
    key: `${id}`,
    payload: {
      reference,
      name: contact.name,
      purchaseOrder,
      text,
      url: personId === null ? '' : `/account/orders/${reference}`,
    },
  }),
  subject: ({ reference }, shopName) => `A message about your order ${reference} – ${shopName}`,
  component: ({ payload: { reference, name, text, purchaseOrder, url }, shop }) => (
    <EmailLayout heading="A message about your order" preview={text.slice(0, 90)}>
      <Paragraph>
        {greet(name)}, about your order <Code>{reference}</Code>:
      </Paragraph>
      <WrittenText text={text} />
      <FactList facts={[['PO number', purchaseOrder]]} />
      {url === '' ? (
        <Paragraph>{fillInContact(answerSentence, shop)}</Paragraph>
      ) : (
        <>
          <Paragraph>You can answer on the order’s page.</Paragraph>
          <ActionLink path={url}>See your order</ActionLink>
        </>
      )}
    </EmailLayout>
  ),
})
