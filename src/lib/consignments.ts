import {
  type Consignments,
  consignmentMessages,
  findLastRange,
  findLongestLeadTime,
  formatArrival,
  formatDayRange,
  type LeadTime,
  toDayRange,
  unknownArrivalMessage,
} from './availability.ts'
import type { IsoDate } from './dates.ts'
import { upperFirst } from './text.ts'

/** Pieces that are sent together: those of the first lines, and how many lines there are. */
export interface ConsignmentPart {
  lines: {
    code: string
    title: string
    quantity: number
    /** 'about 2–3 weeks', 'about 11–18 December'; '' for what is in stock, and where all lines of an order have the same. */
    arrival: string
  }[]
  count: number
}

/** What of an order is in stock and what comes later, shown apart (R-DELIVERY-10). */
export interface ConsignmentsView {
  /** What the customer has chosen; null where there is nothing to choose. */
  choice: Consignments | null
  now: ConsignmentPart
  /** Above what is in stock, once 'In stock now' may be untrue: 'In stock when you ordered'. */
  nowHeading?: string
  later: ConsignmentPart
  /** Of the last of the goods: 'about 2–3 weeks'. */
  arrival: string
  /** Of an order, instead: 'about 11–18 December', 'now due Friday 4 December'. */
  due?: string
}

interface BackOrderable {
  code: string
  title: string
  quantity: number
  laterQuantity: number
  leadTime: LeadTime | null
  /** From which the lead time runs; null or absent: the day of ordering. */
  laterSince?: IsoDate | null
}

const maxLines = 10

/** Null: everything is in stock. `orderedOn`: null while it is not ordered. */
export function toConsignmentsView(
  lines: readonly BackOrderable[],
  choice: Consignments | null,
  orderedOn: IsoDate | null = null,
): ConsignmentsView | null {
  const backOrderedLines = lines.filter(({ laterQuantity }) => laterQuantity > 0)
  if (backOrderedLines.length === 0) return null
  const nowLines = lines.filter(({ quantity, laterQuantity }) => laterQuantity < quantity)
  const ranges = backOrderedLines.map(({ leadTime, laterSince }) =>
    toDayRange(leadTime, laterSince ?? orderedOn),
  )
  const arrivals = backOrderedLines.map(({ leadTime }, index) =>
    orderedOn ? formatDayRange(ranges[index]!) : formatArrival(leadTime),
  )
  const isRepeated = orderedOn !== null && new Set(arrivals).size === 1
  return {
    choice: nowLines.length > 0 ? choice : null,
    now: toConsignment(nowLines, line => ({ quantity: line.quantity - line.laterQuantity, arrival: '' })),
    later: toConsignment(backOrderedLines, (line, index) => ({
      quantity: line.laterQuantity,
      arrival: isRepeated ? '' : arrivals[index]!,
    })),
    arrival: formatArrival(findLongestLeadTime(backOrderedLines.map(({ leadTime }) => leadTime))),
    ...(orderedOn && { due: formatDayRange(findLastRange(ranges)) }),
  }
}

function toConsignment(
  lines: readonly BackOrderable[],
  getPieces: (
    line: BackOrderable,
    index: number,
  ) => Pick<ConsignmentPart['lines'][number], 'quantity' | 'arrival'>,
): ConsignmentPart {
  return {
    lines: lines
      .slice(0, maxLines)
      .map((line, index) => ({ code: line.code, title: line.title, ...getPieces(line, index) })),
    count: lines.length,
  }
}

/** Of the section that shows them apart. */
export const formatConsignmentsHeading = ({ now }: Pick<ConsignmentsView, 'now'>): string =>
  now.count > 0 ? 'Some items are on back order' : 'On back order'

/** How an order is sent: 'Everything together, about 11–18 December.' */
export function formatConsignments({ choice, arrival, due }: ConsignmentsView): string {
  const isUnknown = (due ?? arrival) === unknownArrivalMessage
  const text = due ?? (isUnknown ? arrival : `${arrival} from ordering`)
  if (choice === null) return `${upperFirst(text)}.`
  if (choice === 'together') return `Everything together${isUnknown ? '.' : ','} ${text}.`
  return `${consignmentMessages[choice]}${isUnknown ? '.' : ':'} ${text}.`
}

/** 'and 3 more lines'; '' when all are listed. */
export function formatMoreLines({ lines, count }: ConsignmentPart): string {
  const more = count - lines.length
  return more === 0 ? '' : `and ${more.toLocaleString('en-GB')} more ${more === 1 ? 'line' : 'lines'}`
}
