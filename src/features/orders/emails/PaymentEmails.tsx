import { formatPounds } from '../../../lib/money.ts'
import {
  ActionLink,
  EmailLayout,
  emailStyles,
  FactList,
  Paragraph,
  TextLink,
} from '../../../ui/email/EmailLayout.tsx'
import type { EmailShop } from '../../../ui/email/email.ts'
import type { PaymentFacts } from './payment.ts'

interface PaymentEmailProps {
  facts: PaymentFacts
  shop: EmailShop
}

/** Asks for what is still to be paid of an order, by the link in it. */
export function PaymentRequestedEmail({
  facts,
  shop,
  paymentPath,
}: PaymentEmailProps & { paymentPath: string }) {
  const amount = formatPounds(facts.amount)
  return (
    <EmailLayout
      shop={shop}
      heading={`${amount} to pay for your order`}
      preview="We’ll carry on with your order as soon as it is paid."
    >
      <Paragraph>
        <Greeting {...facts} />, {amount} of your order <Reference {...facts} /> is still to be paid. Please
        pay it by card: we’ll carry on with your order as soon as it is paid.
      </Paragraph>
      <ActionLink shop={shop} path={paymentPath}>
        {`Pay ${amount} by card`}
      </ActionLink>
      <Sums facts={facts} name="Still to pay" />
      <Paragraph>
        <TextLink shop={shop} path={facts.url}>
          See your order
        </TextLink>
      </Paragraph>
    </EmailLayout>
  )
}

/** Confirms that the rest of an order was paid. */
export function PaymentReceivedEmail({ facts, shop }: PaymentEmailProps) {
  const amount = formatPounds(facts.amount)
  return (
    <EmailLayout
      shop={shop}
      heading="Thank you, we have your payment"
      preview={`${amount} paid by card. We’ll carry on with your order now.`}
    >
      <Paragraph>
        <Greeting {...facts} />, your payment of {amount} for order <Reference {...facts} /> has gone through.
        Nothing more is to be paid, and we’ll carry on with your order now.
      </Paragraph>
      <Sums facts={facts} name="Paid now by card" />
      <ActionLink shop={shop} path={facts.url}>
        See your order
      </ActionLink>
    </EmailLayout>
  )
}

const Greeting = ({ name }: PaymentFacts) => (name === '' ? 'Hello' : `Hello ${name}`)

const Reference = ({ reference }: PaymentFacts) => (
  <span className="ink" style={emailStyles.code}>
    {reference}
  </span>
)

const Sums = ({ facts, name }: { facts: PaymentFacts; name: string }) => (
  <FactList
    facts={[
      [name, formatPounds(facts.amount)],
      ['Order total inc VAT', formatPounds(facts.total)],
      ['PO number', facts.purchaseOrder],
    ]}
  />
)
