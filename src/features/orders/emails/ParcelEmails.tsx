import {
  ActionLink,
  EmailLayout,
  emailStyles,
  FactList,
  Paragraph,
  SubHeading,
  TextLink,
} from '../../../ui/email/EmailLayout.tsx'
import type { EmailShop } from '../../../ui/email/email.ts'
import { formatToComeNote } from '../despatch/view.ts'
import { readyDescription } from '../messages.ts'
import { PieceLines } from './PieceLines.tsx'
import type { ParcelFacts, ReadyToCollectFacts } from './parcel.ts'

/** Sent for each parcel that leaves the shop. */
export function ParcelDespatchedEmail({
  facts,
  shop,
  invoicePath,
}: {
  facts: ParcelFacts
  shop: EmailShop
  /** Null: no invoice came with it. */
  invoicePath: string | null
}) {
  const { carrier, trackingNumber, trackingUrl, toCome, number } = facts
  const isPart = toCome.length > 0
  const isOnly = !isPart && number === 1
  return (
    <EmailLayout
      shop={shop}
      heading={isPart ? 'Part of your order is on its way' : 'Your order is on its way'}
      preview={[carrier, trackingNumber].filter(part => part !== '').join(' ')}
    >
      <Paragraph>
        {facts.name === '' ? 'Hello' : `Hello ${facts.name}`},{' '}
        {isPart ? 'we’ve despatched part of' : isOnly ? 'we’ve despatched' : 'we’ve despatched the rest of'}{' '}
        your order <Reference {...facts} />.
      </Paragraph>
      <FactList facts={[['Carrier', carrier]]} />
      {trackingNumber !== '' && (
        <p className="ink" style={{ margin: '0 0 12px', overflowWrap: 'anywhere' }}>
          <span className="steel" style={emailStyles.quiet}>
            Tracking number
          </span>
          <br />
          {trackingUrl === null ? (
            trackingNumber
          ) : (
            <a className="link" style={emailStyles.link} href={trackingUrl}>
              {trackingNumber}
            </a>
          )}
        </p>
      )}
      <PieceLines
        heading={isOnly ? 'What’s in the parcel' : `What’s in parcel ${number}`}
        lines={facts.lines}
      />
      <PiecesToCome {...facts} />
      <SubHeading>Delivery</SubHeading>
      <FactList
        facts={[
          [facts.handover.name, facts.handover.lines],
          ['PO number', facts.purchaseOrder],
        ]}
      />
      {invoicePath !== null && (
        <Paragraph>
          <TextLink shop={shop} path={invoicePath}>
            Invoice {facts.invoice} (PDF)
          </TextLink>
        </Paragraph>
      )}
      <ActionLink shop={shop} path={facts.url}>
        See your order
      </ActionLink>
    </EmailLayout>
  )
}

/** Sent when goods can be collected from the counter. */
export function ReadyToCollectEmail({ facts, shop }: { facts: ReadyToCollectFacts; shop: EmailShop }) {
  const isPart = facts.toCome.length > 0
  return (
    <EmailLayout
      shop={shop}
      heading={isPart ? 'Part of your order is ready to collect' : 'Your order is ready to collect'}
      preview={facts.handover.lines.join(', ')}
    >
      <Paragraph>
        {facts.name === '' ? 'Hello' : `Hello ${facts.name}`}, {isPart ? 'part of your order' : 'your order'}{' '}
        <Reference {...facts} /> is at the counter. Bring the order number when you collect.
      </Paragraph>
      <FactList
        facts={[
          [facts.handover.name, facts.handover.lines],
          ['PO number', facts.purchaseOrder],
        ]}
      />
      <PieceLines heading={readyDescription.text} lines={facts.lines} />
      <PiecesToCome {...facts} />
      <ActionLink shop={shop} path={facts.url}>
        See your order
      </ActionLink>
    </EmailLayout>
  )
}

function PiecesToCome({ toCome, handover }: Pick<ParcelFacts, 'toCome' | 'handover'>) {
  const note = formatToComeNote({ isCollected: handover.name === 'To collect from' })
  return <PieceLines heading="Still to come" note={note} lines={toCome} />
}

function Reference({ reference }: { reference: string }) {
  return (
    <span className="ink" style={emailStyles.code}>
      {reference}
    </span>
  )
}
