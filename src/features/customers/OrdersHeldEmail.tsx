import { z } from 'zod'
import { defineEmail } from '../../infra/mail/define-email.server.ts'
import { ActionLink, EmailLayout, Paragraph } from '../../ui/email/EmailLayout.tsx'
import { greet } from '../../ui/email/email.ts'

export interface HeldOrders {
  references: string[]
  company: string
}

/** Orders that were placed before are held for their account now. `name`: null: to staff. */
export const ordersHeldEmail = defineEmail({
  kind: 'orders-held',
  payload: z.object({
    references: z.array(z.string()),
    company: z.string(),
    name: z.string().nullable(),
  }),
  create: (orders: HeldOrders, recipient: { email: string; name: string | null }, key: string) => ({
    recipient: recipient.email,
    key,
    payload: { ...orders, name: recipient.name },
  }),
  subject: ({ references, company }, shopName) =>
    `On hold: ${references.length === 1 ? `order ${references[0]}` : `${references.length} orders`} of ${company} – ${shopName}`,
  component: ({ payload: { references, company, name } }) => (
    <EmailLayout heading="On hold" preview={references.join(', ')}>
      <Paragraph>
        {name === null
          ? `The account of ${company} holds these orders now, which were placed before. Who ordered them has an email.`
          : `${greet(name)}, the account of ${company} needs attention, so these orders are on hold. Please call us: we’ll send them once it’s settled.`}
      </Paragraph>
      <Paragraph>{references.join(', ')}</Paragraph>
      <ActionLink path={name === null ? '/admin/orders?state=held' : '/account/orders'}>
        See the orders
      </ActionLink>
    </EmailLayout>
  ),
})
