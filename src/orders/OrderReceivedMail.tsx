import { type Pence, pence, showPounds } from '../shared/money.ts'
import { ActionLink, FactList, LetterPaper, letterStyles, Paragraph, SubHeading } from '../ui/Letter.tsx'
import type { LetterShop } from '../ui/mail.ts'
import { LetterLines, LetterSum, letterTable } from './LetterTable.tsx'
import type { OrderReceivedFacts } from './mail.ts'

/** Sent once an order is placed. */
export function OrderReceivedMail({ facts, shop }: { facts: OrderReceivedFacts; shop: LetterShop }) {
  return (
    <LetterPaper
      shop={shop}
      heading="Thank you, we have your order"
      preview={`${facts.deliveryText}. Total ${showPounds(facts.total)}.`}
    >
      <Paragraph>
        {facts.name === '' ? 'Hello' : `Hello ${facts.name}`}, your order{' '}
        <span className="ink" style={letterStyles.code}>
          {facts.reference}
        </span>{' '}
        has reached us. We are getting it ready.
      </Paragraph>
      <ActionLink shop={shop} path={facts.url}>
        See your order
      </ActionLink>
      <SubHeading>What you ordered</SubHeading>
      <LetterLines lines={facts.lines} />
      <Totals facts={facts} />
      <SubHeading>Delivery and payment</SubHeading>
      <FactList
        facts={[
          ['Delivery', facts.deliveryText],
          ['Deliver to', facts.address],
          ['Payment', facts.method],
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
        <LetterSum
          label="Delivery"
          value={facts.carriage === null ? 'To be quoted' : showPounds(facts.carriage)}
        />
        <LetterSum label="VAT" value={showPounds(facts.vat)} />
        <LetterSum label="Total" value={showPounds(facts.total)} strong />
      </tbody>
    </table>
  )
}

function negative(amount: Pence): Pence {
  return pence(-amount)
}
