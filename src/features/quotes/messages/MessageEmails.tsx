import { ActionLink, EmailLayout, emailStyles, Paragraph } from '../../../ui/email/EmailLayout.tsx'
import type { EmailShop } from '../../../ui/email/email.ts'
import { WrittenText } from '../../orders/emails/WrittenText.tsx'
import type { CustomerMessageFacts, QuoteMessageFacts } from './message-email.ts'

/** What staff write to the customer of a quote. `path`: where the customer answers. */
export function QuoteMessageEmail({
  facts: { reference, name, text },
  shop,
  path,
}: {
  facts: QuoteMessageFacts
  shop: EmailShop
  path: string
}) {
  return (
    <EmailLayout shop={shop} heading="A message about your quote" preview={text.slice(0, 90)}>
      <Paragraph>
        {name === '' ? 'Hello' : `Hello ${name}`}, about quote{' '}
        <span className="ink" style={emailStyles.code}>
          {reference}
        </span>
        :
      </Paragraph>
      <WrittenText text={text} />
      <Paragraph>You can answer on the quote’s page.</Paragraph>
      <ActionLink shop={shop} path={path}>
        See your quote
      </ActionLink>
    </EmailLayout>
  )
}

/** What a customer writes about a quote, to the shop. */
export function CustomerMessageEmail({
  facts: { reference, name, text, isChangeRequest },
  shop,
}: {
  facts: CustomerMessageFacts
  shop: EmailShop
}) {
  return (
    <EmailLayout
      shop={shop}
      heading={isChangeRequest ? 'A customer asks for a change' : 'A message about a quote'}
      preview={text.slice(0, 90)}
    >
      <Paragraph>
        {name}, about quote{' '}
        <span className="ink" style={emailStyles.code}>
          {reference}
        </span>
        :
      </Paragraph>
      <WrittenText text={text} />
      <ActionLink shop={shop} path={`/admin/quotes/${reference}`}>
        Open the quote
      </ActionLink>
    </EmailLayout>
  )
}
