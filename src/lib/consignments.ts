import {
  type Consignments,
  consignmentMessages,
  formatArrival,
  unknownArrivalMessage,
} from './availability.ts'
import { formatDay, type IsoDate } from './dates.ts'
import { findLastArrival, formatLaterArrival, type LaterArrival } from './later-arrival.ts'
import { upperFirst } from './text.ts'

/** Pieces of a line that are sent together. */
export interface SentLine {
  code: string
  title: string
  quantity: number
  /** 'about 2–3 weeks'; '' for what is in stock. */
  arrival: string
}

/** Lines that are sent together: the first of them, and how many there are. */
export interface SentLines {
  lines: SentLine[]
  count: number
}

/** What of an order is in stock and what comes later, shown apart (R-DELIVERY-10). */
export interface ConsignmentsView {
  /** What the customer has chosen; null where there is nothing to choose. */
  choice: Consignments | null
  now: SentLines
  later: SentLines
  /** Of the last of the goods: 'about 2–3 weeks'. */
  arrival: string
  /** The day from which that counts, 'Tuesday 24 November'; absent: that of the order. */
  since?: string
  /** What was announced since, which replaces both: 'now due Friday 4 December'. */
  announced?: string
}

interface LaterLine extends LaterArrival {
  code: string
  title: string
  quantity: number
  laterQuantity: number
}

const maxLines = 10

/** Null: everything is in stock. `orderedOn`: null while it is not ordered. */
export function toConsignmentsView(
  lines: readonly LaterLine[],
  choice: Consignments | null,
  orderedOn: IsoDate | null = null,
): ConsignmentsView | null {
  const laterLines = lines.filter(({ laterQuantity }) => laterQuantity > 0)
  if (laterLines.length === 0) return null
  const { leadTime, laterSince } = findLastArrival(laterLines, orderedOn)
  // Beside one that counts from another day, each line says from which.
  const isFromDay = laterLines.some(line => line.laterSince)
  const nowLines = lines.filter(({ quantity, laterQuantity }) => laterQuantity < quantity)
  return {
    choice: nowLines.length > 0 ? choice : null,
    now: toSentLines(nowLines, line => ({ quantity: line.quantity - line.laterQuantity, arrival: '' })),
    later: toSentLines(laterLines, line => ({
      quantity: line.laterQuantity,
      arrival: isFromDay ? formatLaterArrival(line) : formatArrival(line.leadTime),
    })),
    arrival: formatArrival(leadTime),
    ...(laterSince && { since: formatDay(laterSince) }),
  }
}

function toSentLines(
  lines: readonly LaterLine[],
  getPieces: (line: LaterLine) => Pick<SentLine, 'quantity' | 'arrival'>,
): SentLines {
  return {
    lines: lines.slice(0, maxLines).map(line => ({ code: line.code, title: line.title, ...getPieces(line) })),
    count: lines.length,
  }
}

/** How an order is sent: 'Send all together: about 2–3 weeks from ordering.' */
export function formatConsignments({ choice, arrival, since, announced }: ConsignmentsView): string {
  if (announced === undefined && arrival === unknownArrivalMessage)
    return choice ? `${consignmentMessages[choice]}. ${arrival}.` : `${arrival}.`
  const text = `${announced ?? `${arrival} from ${since ?? 'ordering'}`}.`
  return choice ? `${consignmentMessages[choice]}: ${text}` : upperFirst(text)
}

/** 'and 3 more lines'; '' when all are listed. */
export function formatMoreLines({ lines, count }: SentLines): string {
  const more = count - lines.length
  return more === 0 ? '' : `and ${more.toLocaleString('en-GB')} more ${more === 1 ? 'line' : 'lines'}`
}
