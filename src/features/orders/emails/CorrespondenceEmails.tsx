import { contactSentence, fillInContact } from '../../../lib/shop-contact.ts'
import { ActionLink, EmailLayout, emailStyles, FactList, Paragraph } from '../../../ui/email/EmailLayout.tsx'
import type { EmailShop } from '../../../ui/email/email.ts'
import type { OrderMessageFacts, OrderNoteFacts } from './correspondence.ts'
import { WrittenText } from './WrittenText.tsx'

/** To staff who are named in a note. */
export function OrderNoteEmail({ facts, shop }: { facts: OrderNoteFacts; shop: EmailShop }) {
  const { reference, author, text, url } = facts
  return (
    <EmailLayout shop={shop} heading={`A note on order ${reference}`} preview={text.slice(0, 90)}>
      <Paragraph>{author} wrote:</Paragraph>
      <WrittenText text={text} />
      <ActionLink shop={shop} path={url}>
        Open the order
      </ActionLink>
    </EmailLayout>
  )
}

const answerSentence = contactSentence('Reply to this email or call us.', 'Reply to this email.')

/** What staff write to the customer of an order. */
export function OrderMessageEmail({ facts, shop }: { facts: OrderMessageFacts; shop: EmailShop }) {
  const { reference, name, text, purchaseOrder, url } = facts
  return (
    <EmailLayout shop={shop} heading="A message about your order" preview={text.slice(0, 90)}>
      <Paragraph>
        {name === '' ? 'Hello' : `Hello ${name}`}, about your order{' '}
        <span className="ink" style={emailStyles.code}>
          {reference}
        </span>
        :
      </Paragraph>
      <WrittenText text={text} />
      <FactList facts={[['PO number', purchaseOrder]]} />
      {url === '' ? (
        <Paragraph>{fillInContact(answerSentence, shop)}</Paragraph>
      ) : (
        <>
          <Paragraph>You can answer on the order’s page.</Paragraph>
          <ActionLink shop={shop} path={url}>
            See your order
          </ActionLink>
        </>
      )}
    </EmailLayout>
  )
}
