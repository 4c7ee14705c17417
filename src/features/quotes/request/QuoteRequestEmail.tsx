import { ActionLink, EmailLayout, FactList, Paragraph } from '../../../ui/email/EmailLayout.tsx'
import type { EmailShop } from '../../../ui/email/email.ts'
import type { QuoteRequestFacts } from './request-email.ts'

/** To staff: a customer asks for the price of a product. A reply goes to the customer. */
export function QuoteRequestEmail({ facts, shop }: { facts: QuoteRequestFacts; shop: EmailShop }) {
  const { code, title, url, quantity, name, email, telephone, note, account } = facts
  return (
    <EmailLayout shop={shop} heading="A customer asks for a price" preview={`${quantity} × ${code} ${title}`}>
      <Paragraph>
        {name} asks for the price of {quantity} × {code}. Reply to this email to send it.
      </Paragraph>
      <FactList
        facts={[
          ['Part', `${code} ${title}`],
          ['Quantity', String(quantity)],
          ['Name', name],
          ['Email', email],
          ['Telephone', telephone],
          ['Note', note],
          ['Customer', formatAccount(account)],
        ]}
      />
      <ActionLink shop={shop} path={url}>
        See the part
      </ActionLink>
    </EmailLayout>
  )
}

function formatAccount(account: QuoteRequestFacts['account']): string {
  if (account === null) return 'Not signed in: nobody has checked the name and the address.'
  return `Signed in as ${[account.email, account.company].filter(Boolean).join(', ')}`
}
