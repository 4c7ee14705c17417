import { z } from 'zod'
import { defineEmail, type LinkDeps } from '../../../infra/mail/define-email.server.ts'
import { ActionLink, Code, EmailLayout, Paragraph, WrittenText } from '../../../ui/email/EmailLayout.tsx'
import { greet } from '../../../ui/email/email.ts'
import { adminQuoteUrl } from '../../back-office/navigation.ts'
import { createQuotePath, type Order } from '../../orders/service.ts'
import { quoteUrl } from '../links.ts'

/** What staff write to the customer of a quote: one for each message and recipient. */
export const quoteMessageEmail = defineEmail({
  kind: 'quote-message',
  name: 'Your message',
  sendAgainTo: 'customer',
  payload: z.object({
    reference: z.string(),
    name: z.string(),
    text: z.string(),
    /** Of the quote in the account; null: its signed link, without an account. */
    url: z.string().nullable(),
  }),
  create: (
    { reference, personId, isPrepared }: Order,
    { email, name }: { email: string; name: string },
    { id, text }: { id: number; text: string },
  ) => ({
    recipient: email,
    key: `${id}:${email}`,
    payload: { reference, name, text, url: personId === null && isPrepared ? null : quoteUrl(reference) },
  }),
  subject: ({ reference }, shopName) => `A message about quote ${reference} – ${shopName}`,
  links: ({ reference, url }, { config }: LinkDeps) => ({
    answer: url ?? createQuotePath(config.sessionSecret, reference),
  }),
  component: ({ payload: { reference, name, text }, links }) => (
    <EmailLayout heading="A message about your quote" preview={text.slice(0, 90)}>
      <Paragraph>
        {greet(name)}, about quote <Code>{reference}</Code>:
      </Paragraph>
      <WrittenText text={text} />
      <Paragraph>You can answer on the quote’s page.</Paragraph>
      <ActionLink path={links.answer}>See your quote</ActionLink>
    </EmailLayout>
  ),
})

const customerMessage = z.object({
  reference: z.string(),
  name: z.string(),
  text: z.string(),
  isChangeRequest: z.boolean(),
})

/** What a customer writes about a quote, to the shop. */
export const customerMessageEmail = defineEmail({
  kind: 'quote-message-to-staff',
  name: 'To staff: message',
  payload: customerMessage,
  create: (shopEmail: string, { id, ...payload }: z.output<typeof customerMessage> & { id: number }) => ({
    recipient: shopEmail,
    key: `${id}`,
    payload,
  }),
  subject: ({ reference, name, isChangeRequest }) =>
    isChangeRequest
      ? `${name} asks for a change of quote ${reference}`
      : `${name} wrote about quote ${reference}`,
  component: ({ payload: { reference, name, text, isChangeRequest } }) => (
    <EmailLayout
      heading={isChangeRequest ? 'A customer asks for a change' : 'A message about a quote'}
      preview={text.slice(0, 90)}
    >
      <Paragraph>
        {name}, about quote <Code>{reference}</Code>:
      </Paragraph>
      <WrittenText text={text} />
      <ActionLink path={adminQuoteUrl(reference)}>Open the quote</ActionLink>
    </EmailLayout>
  ),
})
