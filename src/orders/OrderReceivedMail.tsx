import { type Pence, pence, showPounds } from '../shared/money.ts'
import { ActionLink, FactList, LetterPaper, letterStyles, Paragraph, SubHeading } from '../ui/Letter.tsx'
import type { LetterShop } from '../ui/mail.ts'
import { LetterLines, LetterSum, letterTable } from './LetterTable.tsx'
import type { OrderReceivedFacts } from './mail.ts'
import { nextWords } from './words.ts'

const openings: Record<OrderReceivedFacts['outcome'], { heading: string; next: string; items: string }> = {
  placed: {
    heading: 'Thank you, we have your order',
    next: 'We are getting it ready.',
    items: 'What you ordered',
  },
  held: { heading: 'Thank you, we have your order', next: nextWords.held, items: 'What you ordered' },
  quote_requested: {
    heading: 'Thank you, we have your request',
    next: nextWords.quote_requested,
    items: 'What you asked for',
  },
}

/** Sent once an order is placed, or a quote asked for. */
export function OrderReceivedMail({ facts, shop }: { facts: OrderReceivedFacts; shop: LetterShop }) {
  const { heading, next, items } = openings[facts.outcome]
  const isQuote = facts.outcome === 'quote_requested'
  return (
    <LetterPaper
      shop={shop}
      heading={heading}
      preview={`${facts.deliveryText}. Total ${showPounds(facts.total)}.`}
    >
      <Paragraph>
        {facts.name === '' ? 'Hello' : `Hello ${facts.name}`}, your {isQuote ? 'request' : 'order'}{' '}
        <span className="ink" style={letterStyles.code}>
          {facts.reference}
        </span>{' '}
        has reached us. {next}
      </Paragraph>
      <ActionLink shop={shop} path={facts.url}>
        {isQuote ? 'See your request' : 'See your order'}
      </ActionLink>
      <SubHeading>{items}</SubHeading>
      <LetterLines lines={facts.lines} />
      <Totals facts={facts} />
      <SubHeading>{isQuote ? 'Delivery' : 'Delivery and payment'}</SubHeading>
      <FactList
        facts={[
          ['Delivery', facts.deliveryText],
          [facts.handover.name, facts.handover.lines],
          ['Payment', isQuote ? '' : facts.method],
          ['Your purchase order', facts.purchaseOrder],
        ]}
      />
    </LetterPaper>
  )
}

function Totals({ facts }: { facts: OrderReceivedFacts }) {
  return (
    <table className="data" style={letterTable}>
      <tbody>
        <LetterSum label="Subtotal ex VAT" value={showPounds(facts.subtotal)} />
        {facts.discount > 0 && <LetterSum label="Discount" value={showPounds(negative(facts.discount))} />}
        <LetterSum label="Delivery" value={carriageText(facts.carriage)} />
        <LetterSum label="VAT" value={showPounds(facts.vat)} />
        <LetterSum
          label={facts.carriage === null ? 'Total before delivery' : 'Total'}
          value={showPounds(facts.total)}
          strong
        />
      </tbody>
    </table>
  )
}

// Specification §3: nothing to pay for it reads FREE.
function carriageText(carriage: Pence | null): string {
  if (carriage === null) return 'To be quoted'
  return carriage === 0 ? 'FREE' : showPounds(carriage)
}

function negative(amount: Pence): Pence {
  return pence(-amount)
}
