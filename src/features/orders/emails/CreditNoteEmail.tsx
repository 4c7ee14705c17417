import {
  ActionLink,
  EmailLayout,
  emailStyles,
  FactList,
  Paragraph,
  TextLink,
} from '../../../ui/email/EmailLayout.tsx'
import type { EmailShop } from '../../../ui/email/email.ts'
import { type CreditNoteFacts, formatCredit } from './credit-note.ts'
import { PieceLines } from './PieceLines.tsx'

interface CreditNoteEmailProps {
  facts: CreditNoteFacts
  shop: EmailShop
  /** Of the PDF; null: it is not issued yet, or there is none. */
  path: string | null
}

/** Sent with each credit note: what is credited, and for a card that it is refunded. Also for a refund alone. */
export function CreditNoteEmail({ facts, shop, path }: CreditNoteEmailProps) {
  const { name, number, reference, reason, purchaseOrder, lines, card, hasCreditNote } = facts
  const money = formatCredit(facts)
  return (
    <EmailLayout
      shop={shop}
      heading={card === null ? 'A credit for your order' : 'A refund for your order'}
      preview={money}
    >
      <Paragraph>
        {name === '' ? 'Hello' : `Hello ${name}`}, this is about your order{' '}
        <span className="ink" style={emailStyles.code}>
          {reference}
        </span>
        . {money}
      </Paragraph>
      <FactList
        facts={[
          ['Reason', reason],
          ['PO number', purchaseOrder],
          ['Also credited', facts.hasDelivery ? 'The delivery charge' : ''],
        ]}
      />
      <PieceLines
        heading="Credited, so we won’t be sending"
        lines={facts.notSent.map(line => ({ ...line, arrival: '' }))}
      />
      <PieceLines heading="What we’ve credited" lines={lines.map(line => ({ ...line, arrival: '' }))} />
      {hasCreditNote && (
        <Paragraph>
          {path === null ? (
            'The invoice for your order will come with a credit note for this refund.'
          ) : (
            <TextLink shop={shop} path={path}>
              Credit note {number} (PDF)
            </TextLink>
          )}
        </Paragraph>
      )}
      <ActionLink shop={shop} path={facts.url}>
        See your order
      </ActionLink>
    </EmailLayout>
  )
}
