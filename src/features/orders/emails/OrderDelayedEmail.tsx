import { contactSentence, fillInContact } from '../../../lib/shop-contact.ts'
import { ActionLink, EmailLayout, emailStyles, FactList, Paragraph } from '../../../ui/email/EmailLayout.tsx'
import type { EmailShop } from '../../../ui/email/email.ts'
import type { OrderDelayedFacts } from './order-delayed.ts'
import { PieceLines } from './PieceLines.tsx'

const helpSentence = contactSentence(
  'If you can’t wait, reply to this email or call us, and we’ll see what we can do.',
  'If you can’t wait, reply to this email, and we’ll see what we can do.',
)

/** Sent when the day that was promised cannot be kept, once for each move. */
export function OrderDelayedEmail({ facts, shop }: { facts: OrderDelayedFacts; shop: EmailShop }) {
  const { name, reference, promised, expected, isCollected, purchaseOrder, toCome, url } = facts
  const day = isCollected
    ? `It will be at the counter on ${expected}.`
    : `It should now reach you on ${expected}.`
  return (
    <EmailLayout
      shop={shop}
      heading="Your order is delayed"
      preview={expected === '' ? 'We’ll email you as soon as we know the day.' : `Now due ${expected}`}
    >
      <Paragraph>
        {name === '' ? 'Hello' : `Hello ${name}`}, we’re sorry: we can’t keep
        {promised === '' ? ' the day' : ` ${promised}, the day`} we gave you for order{' '}
        <span className="ink" style={emailStyles.code}>
          {reference}
        </span>
        . {expected === '' ? 'We don’t know the new day yet, and will email you as soon as we do.' : day}
      </Paragraph>
      <Paragraph>{fillInContact(helpSentence, shop)}</Paragraph>
      <FactList facts={[['PO number', purchaseOrder]]} />
      <PieceLines heading="Still to come" lines={toCome} />
      <ActionLink shop={shop} path={url}>
        See your order
      </ActionLink>
    </EmailLayout>
  )
}
