import { z } from 'zod'
import { defineEmail } from '../../infra/mail/define-email.server.ts'
import { greet } from '../../ui/email/email.ts'
import { TextEmail } from '../../ui/email/TextEmail.tsx'

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
    <TextEmail
      heading="On hold"
      preview={references.join(', ')}
      parts={[
        name === null
          ? `The account of ${company} holds these orders now, which were placed before. Who ordered them has an email.`
          : `${greet(name)}, the account of ${company} needs attention, so these orders are on hold. Please call us: we’ll send them once it’s settled.`,
        references.join(', '),
        { action: 'See the orders', path: name === null ? '/admin/orders?state=held' : '/account/orders' },
      ]}
    />
  ),
})
