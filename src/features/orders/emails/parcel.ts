import { z } from 'zod'
import { pickLineName } from '../../basket/line-entry.ts'
import { lineName } from '../../basket/line-entry-schema.ts'
import { getCarrierName, getTrackingUrl } from '../despatch/carriers.ts'
import type { DespatchedLine, OpenLine } from '../despatch/rules.ts'
import { formatRestArrival } from '../despatch/view.ts'
import { toHandover } from '../handover.ts'
import type { Order } from '../order.ts'
import { linkVersion } from '../order-line-schema.ts'

const pieceLine = z.object({
  ...lineName,
  quantity: z.int(),
  arrival: z.string(),
})

const common = {
  reference: z.string(),
  linkVersion,
  name: z.string(),
  purchaseOrder: z.string(),
  handover: z.object({ name: z.enum(['Deliver to', 'To collect from']), lines: z.array(z.string()) }),
  /** What is in the parcel, or ready at the counter. */
  lines: z.array(pieceLine),
  toCome: z.array(pieceLine),
  /** Of the order's page. */
  url: z.string(),
}

/** What the e-mail about a parcel says. */
export const parcelFacts = z.object({
  ...common,
  number: z.int(),
  /** Its name; ''. */
  carrier: z.string(),
  trackingNumber: z.string(),
  trackingUrl: z.string().nullable(),
  /** 'INV-000042': the invoice that was issued with it. */
  invoice: z.string().nullable().default(null),
})
export type ParcelFacts = z.output<typeof parcelFacts>

/** What the e-mail says that goods can be collected. */
export const readyToCollectFacts = z.object(common)
export type ReadyToCollectFacts = z.output<typeof readyToCollectFacts>

export const parcelDespatchedKind = 'parcel-despatched'
export const readyToCollectKind = 'ready-to-collect'

interface SentParcel {
  number: number
  carrier: string
  trackingNumber: string
  invoice: string | null
  lines: readonly DespatchedLine[]
}

type PiecesToCome = readonly { line: OpenLine; quantity: number }[]

/** The e-mail for the outbox; its key allows one for each parcel. `toCome`: what is still to be sent after it. */
export function parcelDespatchedEmail(
  order: Order,
  parcel: SentParcel,
  lines: readonly OpenLine[],
  toCome: PiecesToCome,
) {
  const { number, invoice } = parcel
  const facts: z.input<typeof parcelFacts> = {
    ...toCommonFacts(order, parcel.lines, lines, toCome),
    number,
    ...toCarriageFacts(parcel),
    invoice,
  }
  const dedupeKey = toParcelEmailKey(order.reference, number)
  return { kind: parcelDespatchedKind, recipient: order.contact.email, facts, dedupeKey }
}

/** Of the first e-mail about a parcel. */
export const toParcelEmailKey = (reference: string, number: number): string =>
  `${parcelDespatchedKind}:${reference}:${number}`

/** How a parcel is sent, and where the customer follows it. */
export const toCarriageFacts = ({
  carrier,
  trackingNumber,
}: Pick<SentParcel, 'carrier' | 'trackingNumber'>): Pick<
  ParcelFacts,
  'carrier' | 'trackingNumber' | 'trackingUrl'
> => ({
  carrier: getCarrierName(carrier),
  trackingNumber,
  trackingUrl: getTrackingUrl(carrier, trackingNumber),
})

/** The e-mail about a parcel again, with a corrected tracking number; its key allows one for each version of the order. */
export function parcelCorrectedEmail(
  { reference, contact, linkVersion }: Order,
  facts: ParcelFacts,
  parcel: Pick<SentParcel, 'carrier' | 'trackingNumber'>,
  version: string,
) {
  return {
    kind: parcelDespatchedKind,
    recipient: contact.email,
    facts: { ...facts, linkVersion, ...toCarriageFacts(parcel) },
    dedupeKey: `${toParcelEmailKey(reference, facts.number)}:${version}`,
  }
}

/** The e-mail for the outbox; its key allows one for each version of the order. */
export function readyToCollectEmail(
  order: Order,
  version: string,
  ready: readonly DespatchedLine[],
  lines: readonly OpenLine[],
  toCome: PiecesToCome,
) {
  const facts: z.input<typeof readyToCollectFacts> = toCommonFacts(order, ready, lines, toCome)
  const dedupeKey = `${readyToCollectKind}:${order.reference}:${version}`
  return { kind: readyToCollectKind, recipient: order.contact.email, facts, dedupeKey }
}

function toCommonFacts(
  order: Order,
  sent: readonly DespatchedLine[],
  lines: readonly OpenLine[],
  toCome: PiecesToCome,
) {
  const { reference, contact, purchaseOrder } = order
  const byPosition = new Map(lines.map(line => [line.position, line]))
  return {
    reference,
    linkVersion: order.linkVersion,
    name: contact.name,
    purchaseOrder,
    handover: toHandover(order),
    lines: sent.map(({ position, quantity }) => {
      return { ...pickLineName(byPosition.get(position)!), quantity, arrival: '' }
    }),
    toCome: toCome.map(({ line, quantity }) => ({
      ...pickLineName(line),
      quantity,
      arrival: formatRestArrival(line, order),
    })),
    url: `/order/${reference}/confirmation`,
  }
}

export function parcelSubject({ reference, toCome }: ParcelFacts, shopName: string): string {
  return toCome.length > 0
    ? `Part of order ${reference} has been despatched – ${shopName}`
    : `Order ${reference} has been despatched – ${shopName}`
}

export function readyToCollectSubject({ reference, toCome }: ReadyToCollectFacts, shopName: string): string {
  return toCome.length > 0
    ? `Part of order ${reference} is ready to collect – ${shopName}`
    : `Order ${reference} is ready to collect – ${shopName}`
}
