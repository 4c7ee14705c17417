import { z } from 'zod'
import { defineEmail, type LinkDeps } from '../../../infra/mail/define-email.server.ts'
import type { NewEmail } from '../../../infra/mail/outbox.ts'
import {
  ActionLink,
  Code,
  EmailLayout,
  emailStyles,
  FactList,
  Paragraph,
  SubHeading,
  TextLink,
} from '../../../ui/email/EmailLayout.tsx'
import { greet } from '../../../ui/email/email.ts'
import { pickLineName } from '../../basket/lines/line-entry.ts'
import { toDeliveryOrCollection } from '../../orders/delivery-or-collection.ts'
import { PieceLines } from '../../orders/emails/EmailLines.tsx'
import {
  customerOrder,
  handover,
  pieceLine,
  toConfirmationUrl,
  toCustomerOrder,
} from '../../orders/emails/payload-parts.ts'
import { expectRange, getOrderDay } from '../../orders/expectation/expectation.ts'
import { readyDescription } from '../../orders/messages.ts'
import type { Order } from '../../orders/order.ts'
import type { Pieces } from '../../orders/order-line.ts'
import { createDocumentPath } from '../../orders/service.ts'
import { getCarrierName, getTrackingUrl } from './carriers.ts'
import { formatRestArrival } from './delay.ts'
import type { LineAllocation } from './rules.ts'
import { formatToComeNote } from './view.ts'

const goodsPayload = customerOrder.extend({
  handover,
  lines: z.array(pieceLine),
  toCome: z.array(pieceLine),
  url: z.string(),
})

const parcelPayload = goodsPayload.extend({
  number: z.int(),
  /** Its name; ''. */
  carrier: z.string(),
  trackingNumber: z.string(),
  trackingUrl: z.string().nullable(),
  /** 'INV-000042': the invoice that was issued with it. */
  invoice: z.string().nullable().default(null),
})
export type ParcelPayload = z.output<typeof parcelPayload>

type CarrierAndNumber = Pick<ParcelPayload, 'carrier' | 'trackingNumber'>

interface SentParcel extends CarrierAndNumber {
  number: number
  invoice: string | null
  lines: readonly Pieces[]
}

type PiecesToCome = readonly { line: LineAllocation; quantity: number }[]

function toGoodsPayload(
  order: Order,
  sent: readonly Pieces[],
  lines: readonly LineAllocation[],
  toCome: PiecesToCome,
) {
  const byPosition = new Map(lines.map(line => [line.position, line]))
  return {
    ...toCustomerOrder(order),
    handover: toDeliveryOrCollection(order),
    lines: sent.map(({ position, quantity }) => ({
      ...pickLineName(byPosition.get(position)!),
      quantity,
      arrival: '',
    })),
    toCome: toCome.map(({ line, quantity }) => ({
      ...pickLineName(line),
      quantity,
      arrival: formatRestArrival(order.delay, expectRange({ orderedOn: getOrderDay(order.placedAt) }, line)),
    })),
    url: toConfirmationUrl(order.reference),
  }
}

/** How a parcel is sent, and where the customer follows it. `carrier`: its code. */
export const toCarriagePayload = ({
  carrier,
  trackingNumber,
}: CarrierAndNumber): Pick<ParcelPayload, 'carrier' | 'trackingNumber' | 'trackingUrl'> => ({
  carrier: getCarrierName(carrier),
  trackingNumber,
  trackingUrl: getTrackingUrl(carrier, trackingNumber),
})

/** Sent for each parcel that leaves the shop. `toCome`: what is still to be sent after it. */
export const parcelDespatchedEmail = defineEmail({
  kind: 'parcel-despatched',
  name: number => `Parcel ${number} despatched`,
  sendAgainTo: 'customer',
  payload: parcelPayload,
  create: (order: Order, parcel: SentParcel, lines: readonly LineAllocation[], toCome: PiecesToCome) => ({
    recipient: order.contact.email,
    key: `${order.reference}:${parcel.number}`,
    payload: {
      ...toGoodsPayload(order, parcel.lines, lines, toCome),
      number: parcel.number,
      ...toCarriagePayload(parcel),
      invoice: parcel.invoice,
    },
  }),
  subject: ({ reference, toCome }, shopName) =>
    `${toCome.length > 0 ? 'Part of order' : 'Order'} ${reference} has been despatched – ${shopName}`,
  links: (payload, { config }: LinkDeps) => ({
    invoice: payload.invoice && createDocumentPath(config.sessionSecret, payload, payload.invoice),
  }),
  component: ({ payload, links }) => {
    const { carrier, trackingNumber, trackingUrl, toCome, number } = payload
    const isPart = toCome.length > 0
    const isOnly = !isPart && number === 1
    return (
      <EmailLayout
        heading={isPart ? 'Part of your order is on its way' : 'Your order is on its way'}
        preview={[carrier, trackingNumber].filter(part => part !== '').join(' ')}
      >
        <Paragraph>
          {greet(payload.name)},{' '}
          {isPart ? 'we’ve despatched part of' : isOnly ? 'we’ve despatched' : 'we’ve despatched the rest of'}{' '}
          your order <Code>{payload.reference}</Code>.
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
          lines={payload.lines}
        />
        <PiecesStillToCome {...payload} />
        <SubHeading>Delivery</SubHeading>
        <FactList
          facts={[
            [payload.handover.name, payload.handover.lines],
            ['PO number', payload.purchaseOrder],
          ]}
        />
        {links.invoice !== null && (
          <Paragraph>
            <TextLink path={links.invoice}>Invoice {payload.invoice} (PDF)</TextLink>
          </Paragraph>
        )}
        <ActionLink path={payload.url}>See your order</ActionLink>
      </EmailLayout>
    )
  },
})

export const toParcelEmailKey = (reference: string, number: number): string =>
  `${parcelDespatchedEmail.kind}:${reference}:${number}`

/** The e-mail about a parcel again, with a corrected tracking number; its key allows one for each version of the order. */
export const parcelCorrectedEmail = (
  { reference, contact, linkVersion }: Order,
  payload: ParcelPayload,
  parcel: CarrierAndNumber,
  version: string,
): NewEmail => ({
  kind: parcelDespatchedEmail.kind,
  recipient: contact.email,
  payload: { ...payload, linkVersion, ...toCarriagePayload(parcel) },
  dedupeKey: `${toParcelEmailKey(reference, payload.number)}:${version}`,
})

/** Sent when goods can be collected from the counter, once for each version of the order. */
export const readyToCollectEmail = defineEmail({
  kind: 'ready-to-collect',
  name: readyDescription.text,
  sendAgainTo: 'customer',
  payload: goodsPayload,
  create: (
    order: Order,
    version: string,
    ready: readonly Pieces[],
    lines: readonly LineAllocation[],
    toCome: PiecesToCome,
  ) => ({
    recipient: order.contact.email,
    key: `${order.reference}:${version}`,
    payload: toGoodsPayload(order, ready, lines, toCome),
  }),
  subject: ({ reference, toCome }, shopName) =>
    `${toCome.length > 0 ? 'Part of order' : 'Order'} ${reference} is ready to collect – ${shopName}`,
  component: ({ payload }) => {
    const isPart = payload.toCome.length > 0
    return (
      <EmailLayout
        heading={isPart ? 'Part of your order is ready to collect' : 'Your order is ready to collect'}
        preview={payload.handover.lines.join(', ')}
      >
        <Paragraph>
          {greet(payload.name)}, {isPart ? 'part of your order' : 'your order'}{' '}
          <Code>{payload.reference}</Code> is at the counter. Bring the order number when you collect.
        </Paragraph>
        <FactList
          facts={[
            [payload.handover.name, payload.handover.lines],
            ['PO number', payload.purchaseOrder],
          ]}
        />
        <PieceLines heading={readyDescription.text} lines={payload.lines} />
        <PiecesStillToCome {...payload} />
        <ActionLink path={payload.url}>See your order</ActionLink>
      </EmailLayout>
    )
  },
})

function PiecesStillToCome({ toCome, handover }: Pick<ParcelPayload, 'toCome' | 'handover'>) {
  const note = formatToComeNote({ isCollected: handover.name === 'To collect from' })
  return <PieceLines heading="Still to come" note={note} lines={toCome} />
}
