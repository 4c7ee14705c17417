import { formatPounds } from '../../../lib/money.ts'
import {
  ActionLink,
  EmailLayout,
  emailStyles,
  FactList,
  Paragraph,
  SubHeading,
} from '../../../ui/email/EmailLayout.tsx'
import { type EmailShop, toAbsoluteUrl } from '../../../ui/email/email.ts'
import { orderUrl } from '../account/view.ts'
import { nextStepMessages } from '../messages.ts'
import type { ApprovalFacts } from './approval.ts'
import { EmailConsignments } from './EmailConsignments.tsx'
import { EmailLines, EmailTotals } from './EmailLines.tsx'

interface ApprovalEmailProps {
  facts: ApprovalFacts
  shop: EmailShop
}

/** To each head buyer of the company. */
export function ApprovalRequestedEmail({ facts, shop }: ApprovalEmailProps) {
  return (
    <EmailLayout
      shop={shop}
      heading="An order is waiting for your approval"
      preview={`${facts.sender}, ${formatPounds(facts.total)}. Nothing is ordered until you approve it.`}
    >
      <Paragraph>
        {greeting(facts)}, {facts.sender} has asked you to approve request <Code text={facts.reference} />.
        Nothing is ordered until you approve it.
      </Paragraph>
      <FactList facts={[[`Note from ${facts.sender}`, facts.note]]} />
      <ActionLink shop={shop} path={facts.decideUrl}>
        Approve or reject it
      </ActionLink>
      <Paragraph>
        To change something first, <TextLink shop={shop} path={facts.url} text="open it in the checkout" />.{' '}
        {facts.sender} will get an email once you’ve decided.
      </Paragraph>
      <OrderedLines facts={facts} heading="What was requested" />
    </EmailLayout>
  )
}

/** To the sender: the order was placed. */
export function ApprovalGrantedEmail({ facts, shop }: ApprovalEmailProps) {
  return (
    <EmailLayout
      shop={shop}
      heading="Your order was approved"
      preview={`${facts.decidedBy} has placed it. Total ${formatPounds(facts.total)}.`}
    >
      <Paragraph>
        {greeting(facts)}, {facts.decidedBy} has approved your request{' '}
        <TextLink shop={shop} path={orderUrl(facts.reference)} text={facts.reference} isCode />. It has been
        placed as order <TextLink shop={shop} path={facts.url} text={facts.placedReference} isCode />.{' '}
        {facts.held ? nextStepMessages.held : 'We are getting it ready.'}
      </Paragraph>
      <ActionLink shop={shop} path={facts.url}>
        See the order
      </ActionLink>
      <OrderedLines facts={facts} heading="What was ordered" />
    </EmailLayout>
  )
}

/** To the sender: the order will not be placed, and why. */
export function ApprovalRejectedEmail({ facts, shop }: ApprovalEmailProps) {
  return (
    <EmailLayout
      shop={shop}
      heading="Your order was not approved"
      preview={`${facts.decidedBy}: ${facts.reason}`}
    >
      <Paragraph>
        {greeting(facts)}, {facts.decidedBy} has rejected your request <Code text={facts.reference} />.
        Nothing was ordered.
      </Paragraph>
      <FactList facts={[['Reason', facts.reason]]} />
      <ActionLink shop={shop} path={facts.url}>
        See it, or order again
      </ActionLink>
      <OrderedLines facts={facts} heading="What you requested" />
    </EmailLayout>
  )
}

/** To staff: an order awaits approval, but the company has no head buyer. */
export function NoApproverEmail({ facts, shop }: ApprovalEmailProps) {
  return (
    <EmailLayout
      shop={shop}
      heading="Nobody can approve this order"
      preview={`${facts.sender}, ${formatPounds(facts.total)}. The company has no head buyer who can approve it.`}
    >
      <Paragraph>
        {facts.sender} has sent request <Code text={facts.reference} /> for approval, but the company has no
        head buyer who can decide. It will wait until there is one; the sender knows that you’ll be in touch.
      </Paragraph>
      <ActionLink shop={shop} path={facts.url}>
        See the order
      </ActionLink>
      <OrderedLines facts={facts} heading="What was requested" />
    </EmailLayout>
  )
}

interface TextLinkProps {
  shop: EmailShop
  path: string
  text: string
  isCode?: boolean
}

function TextLink({ shop, path, text, isCode = false }: TextLinkProps) {
  const style = isCode ? { ...emailStyles.code, ...emailStyles.link } : emailStyles.link
  return (
    <a className="link" style={style} href={toAbsoluteUrl(shop, path)}>
      {text}
    </a>
  )
}

const greeting = ({ name }: ApprovalFacts) => (name === '' ? 'Hello' : `Hello ${name}`)

function Code({ text }: { text: string }) {
  return (
    <span className="ink" style={emailStyles.code}>
      {text}
    </span>
  )
}

function OrderedLines({ facts, heading }: { facts: ApprovalFacts; heading: string }) {
  return (
    <>
      <SubHeading>{heading}</SubHeading>
      <EmailLines lines={facts.lines} />
      <EmailTotals totals={facts.totals} total={facts.total} />
      <EmailConsignments lines={facts.lines} choice={facts.consignments} />
      <SubHeading>Details</SubHeading>
      <FactList
        facts={[
          ['Delivery', facts.deliveryText],
          [facts.handover.name, facts.handover.lines],
          ['Delivery instructions', facts.deliveryInstructions],
          ['PO number', facts.purchaseOrder],
        ]}
      />
    </>
  )
}
