import type { Config } from '../../../infra/config.ts'
import { toLetterhead } from '../../../infra/pdf/draw-pdf.server.ts'
import type { PdfDocument } from '../../../infra/pdf/pdf-document.server.ts'
import type { AddressLabel } from '../../../infra/pdf/pdf-labels.server.ts'
import { formatAddressLines } from '../../../lib/contact/address.ts'
import { formatCount } from '../../../lib/count.ts'
import { formatDateOf, formatDateTime } from '../../../lib/dates.ts'
import { listLineNotes, toPartCell } from '../../basket/lines/line-entry.ts'
import { formatStartedDelivery } from '../../delivery/chosen-delivery.ts'
import { toDeliveryOrCollection } from '../../orders/delivery-or-collection.ts'
import { formatMethod } from '../../orders/messages.ts'
import { isWithoutPayment, type Order } from '../../orders/order.ts'
import { getPosition, type Pieces } from '../../orders/order-line.ts'
import { formatCarriage } from '../despatch/carriers.ts'
import type { Parcel } from '../despatch/parcel.ts'
import { type BinPick, listBinPicks, type PickList } from './pick-list.ts'

/** The papers that go with the goods. None of them has a price (R-PAPER-1). */

const noSums: Pick<PdfDocument, 'notice' | 'vatSummary' | 'totals' | 'blocks'> = {
  notice: null,
  vatSummary: [],
  totals: [],
  blocks: [],
}

/** What a delivery note is of: a parcel that has left, or what is picked for the next one. */
export interface NotedParcel {
  /** Null: it has not left yet. */
  parcel: Parcel | null
  /** From 2 on it is part of the number of the note. */
  number: number
  lines: readonly Pieces[]
  /** 'Box 3'; ''. */
  box: string
}

export function createDeliveryNote(
  config: Config,
  order: Order,
  { parcel, number, lines, box }: NotedParcel,
  now: Date,
): PdfDocument {
  const at = parcel ? new Date(parcel.despatchedAt) : now
  const ordered = new Map(order.lines.map((line, index) => [getPosition(line, index), line]))
  return {
    kind: 'Delivery note',
    number: number > 1 ? `${order.reference} / ${number}` : order.reference,
    at,
    ...toLetterhead(config),
    ...noSums,
    highlight: {
      name: parcel ? 'Parcel' : 'Pieces',
      value: parcel
        ? String(parcel.number)
        : formatCount(lines.reduce((sum, line) => sum + line.quantity, 0)),
      ink: 'amber',
    },
    addresses: [toDeliveryOrCollection(order)],
    facts: [
      ['Date', formatDateOf(at)],
      ['Order number', order.reference],
      ['PO number', order.purchaseOrder],
      ['Ordered by', order.contact.name],
      ['Delivery', formatStartedDelivery(order)],
      ['Carrier', parcel && parcel.collectedBy === '' ? formatCarriage(parcel) : ''],
      ['Collected by', parcel?.collectedBy ?? ''],
      ['Box', box],
      ['Payment', isWithoutPayment(order) ? formatMethod(order) : ''],
    ],
    table: {
      columns: [
        { name: 'Part', share: 330 },
        { name: 'Ordered', share: 60, align: 'right' },
        { name: 'In this parcel', share: 90, align: 'right' },
      ],
      rows: lines.map(({ position, quantity }) => {
        const line = ordered.get(position)!
        return [toPartCell(line), formatCount(line.quantity), formatCount(quantity)]
      }),
    },
    notes: [
      ...(order.deliveryInstructions === '' ? [] : [`Delivery instructions: ${order.deliveryInstructions}`]),
    ],
  }
}

export function createPickListDocument(config: Config, list: PickList): PdfDocument {
  const orders = list.orders.filter(({ removedWhy }) => removedWhy === null)
  return {
    kind: 'Pick list',
    number: String(list.id),
    at: list.createdAt,
    ...toLetterhead(config),
    ...noSums,
    highlight: { name: 'Orders', value: String(orders.length), ink: 'amber' },
    addresses: [],
    facts: [
      ['Made', formatDateTime(list.createdAt)],
      ['By', list.createdBy],
    ],
    table: {
      columns: [
        { name: 'Bin', share: 80 },
        { name: 'Part', share: 230 },
        { name: 'Pieces', share: 50, align: 'right' },
        { name: 'Into', share: 120 },
      ],
      rows: listBinPicks(list).map(({ bin, code, title, quantity, boxes }) => [
        bin || 'No bin',
        { code, title },
        formatCount(quantity),
        { lines: boxes.flatMap((box, nth) => formatBox(box, nth === boxes.length - 1)) },
      ]),
    },
    notes: [],
    appendix: {
      name: 'Boxes',
      table: {
        columns: [
          { name: 'Box', share: 80 },
          { name: 'Order', share: 120 },
          { name: 'Customer', share: 280 },
        ],
        rows: orders.map(({ box, reference, customer }) => [String(box), reference, customer]),
      },
    },
  }
}

const formatBox = (box: BinPick['boxes'][number], isLast: boolean): string[] =>
  [`${formatCount(box.quantity)} into box ${box.box}`, ...listLineNotes(box)].map((text, nth, { length }) =>
    isLast || nth < length - 1 ? text : `${text},`,
  )

export function createAddressLabel(config: Config, order: Order, parcel: string): AddressLabel {
  const { delivery, contact } = order
  const telephone = delivery.telephone || contact.telephone
  return {
    from: [config.shopName, ...config.seller.address],
    service: formatStartedDelivery(order),
    to: order.deliveryCode === 'COL' ? toDeliveryOrCollection(order).lines : formatAddressLines(delivery),
    notes: [telephone, order.deliveryInstructions, order.purchaseOrder && `PO ${order.purchaseOrder}`].filter(
      text => text !== '',
    ),
    reference: order.reference,
    parcel,
  }
}
