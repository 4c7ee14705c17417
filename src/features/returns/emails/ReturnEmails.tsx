import type { ReactNode } from 'react'
import { ActionLink, EmailLayout, emailStyles, FactList, Paragraph } from '../../../ui/email/EmailLayout.tsx'
import type { EmailShop } from '../../../ui/email/email.ts'
import { PieceLines } from '../../orders/emails/PieceLines.tsx'
import type { ReturnFacts } from './return-emails.ts'

interface Props {
  facts: ReturnFacts
  shop: EmailShop
}

/** Sent when the customer has requested a return. */
export function ReturnRequestedEmail({ facts, shop }: Props) {
  return (
    <EmailLayout
      shop={shop}
      heading="We’ve got your return request"
      preview={`${facts.number}, ${facts.reason}`}
    >
      <Greeting {...facts}>
        we’ll look at your return <Code>{facts.number}</Code> for order <Code>{facts.reference}</Code> and
        email you. Please don’t send anything back yet.
      </Greeting>
      <ReturnDetails facts={facts} heading="What you’d like to return" />
      <SeeReturn facts={facts} shop={shop} />
    </EmailLayout>
  )
}

/** Sent when staff have authorised it: how to send the goods. */
export function ReturnAuthorisedEmail({ facts, shop }: Props) {
  const hasAddress = facts.address.length > 0
  return (
    <EmailLayout shop={shop} heading="You can send your return" preview={`${facts.number}: how to send it`}>
      <Greeting {...facts}>
        you can now send us the goods of return <Code>{facts.number}</Code>. Pack them well,{' '}
        {hasAddress
          ? 'print the label and stick it on the parcel.'
          : 'and put the return number on the parcel.'}
      </Greeting>
      {facts.reply !== '' && <FactList facts={[['A note from us', facts.reply]]} />}
      <FactList facts={[['Send it to', facts.address]]} />
      {facts.chargePercent > 0 && (
        <Paragraph>We’ll keep {facts.chargePercent}% of the price as a handling charge.</Paragraph>
      )}
      <PieceLines heading="What to send" lines={facts.lines} />
      <ActionLink shop={shop} path={hasAddress ? `${facts.url}/label.pdf` : facts.url}>
        {hasAddress ? 'Print the label' : 'See your return'}
      </ActionLink>
    </EmailLayout>
  )
}

/** Sent when staff have refused it, with their reason. */
export function ReturnRefusedEmail({ facts, shop }: Props) {
  return (
    <EmailLayout shop={shop} heading="We can’t accept your return" preview={facts.reply}>
      <Greeting {...facts}>
        we’ve looked at your return <Code>{facts.number}</Code> for order <Code>{facts.reference}</Code> and
        can’t accept it.
      </Greeting>
      <FactList facts={[['Why', facts.reply]]} />
      <ReturnDetails facts={facts} heading="What you wanted to return" />
      <SeeReturn facts={facts} shop={shop} />
    </EmailLayout>
  )
}

/** Sent when the goods are here. */
export function ReturnReceivedEmail({ facts, shop }: Props) {
  return (
    <EmailLayout shop={shop} heading="We’ve received your return" preview={`${facts.number} is here`}>
      <Greeting {...facts}>
        the goods of return <Code>{facts.number}</Code> are here. We’ll check them, then email you about your
        credit.
      </Greeting>
      <ReturnDetails facts={facts} heading="What we received" />
      <SeeReturn facts={facts} shop={shop} />
    </EmailLayout>
  )
}

/** Sent when a return ends without a credit, with the reason. */
export function ReturnClosedEmail({ facts, shop }: Props) {
  return (
    <EmailLayout shop={shop} heading="Your return is closed" preview={facts.reply}>
      <Greeting {...facts}>
        we’ve closed your return <Code>{facts.number}</Code> for order <Code>{facts.reference}</Code> without
        a credit.
      </Greeting>
      <FactList facts={[['Why', facts.reply]]} />
      <ReturnDetails facts={facts} heading="What it was for" />
      <SeeReturn facts={facts} shop={shop} />
    </EmailLayout>
  )
}

function Greeting({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Paragraph>
      {name === '' ? 'Hello' : `Hello ${name}`}, {children}
    </Paragraph>
  )
}

function ReturnDetails({ facts, heading }: { facts: ReturnFacts; heading: string }) {
  return (
    <>
      <FactList
        facts={[
          ['Reason', facts.reason],
          ['PO number', facts.purchaseOrder],
        ]}
      />
      <PieceLines heading={heading} lines={facts.lines} />
    </>
  )
}

function SeeReturn({ facts, shop }: Props) {
  return (
    <ActionLink shop={shop} path={facts.url}>
      See your return
    </ActionLink>
  )
}

function Code({ children }: { children: string }) {
  return (
    <span className="ink" style={emailStyles.code}>
      {children}
    </span>
  )
}
