import { type FieldErrors, formatTooLong, toFieldErrors } from '../../../lib/calls/field-checks.ts'
import { toCodeKey } from '../../../lib/part-number.ts'
import { toComparisonKey } from '../../../lib/text.ts'
import type { ParsedRow } from '../../order-pad/parse/parse-list.ts'
import { maxOnHand } from '../stock.ts'

const maxSupplierLength = 100
const maxDeliveryNoteLength = 40
const maxKeyLength = 200

/** The heading of a delivery, as it was typed. */
export interface GoodsInInput {
  supplier: string
  delivery_note: string
}

export function validateDelivery({ supplier, delivery_note }: GoodsInInput): FieldErrors {
  return toFieldErrors({
    supplier: [
      toComparisonKey(supplier) === '' && 'Enter who delivered.',
      supplier.length > maxSupplierLength && formatTooLong('Supplier', maxSupplierLength),
    ],
    delivery_note: [
      toComparisonKey(delivery_note) === '' && 'Enter the number on their delivery note.',
      delivery_note.length > maxDeliveryNoteLength && formatTooLong('Delivery note', maxDeliveryNoteLength),
    ],
  })
}

export interface BookedDelivery {
  supplier: string
  deliveryNote: string
  /** By product. */
  pieces: ReadonlyMap<number, number>
}

export interface Delivery extends BookedDelivery {
  requestKey: string
}

/** Deliveries with the same key are one supplier's delivery note: only one of them can be booked. Short enough for an index. */
export const toNoteKey = ({
  supplier,
  deliveryNote,
}: Pick<BookedDelivery, 'supplier' | 'deliveryNote'>): string =>
  [supplier, deliveryNote].map(text => toComparisonKey(text).slice(0, maxKeyLength)).join('\n')

export const hasSamePieces = (one: BookedDelivery, other: BookedDelivery): boolean =>
  one.pieces.size === other.pieces.size &&
  [...one.pieces].every(([id, quantity]) => other.pieces.get(id) === quantity)

export interface GoodsInRow {
  id: number
  supplier: string
  deliveryNote: string
  at: Date
  who: string
  partCount: number
  pieceCount: number
}

export interface GoodsInPart {
  productId: number
  code: string
  title: string
  bin: string
  quantity: number
  onHand: number
}

export interface DeliveredPart {
  productId: number
  code: string
  title: string
}

/** A line as it was read. */
export interface DeliveredPieces {
  text: string
  /** Null: it cannot be booked. */
  part: DeliveredPart | null
  quantity: number
  /** Why it cannot be booked; ''. */
  problem: string
  /** As it is written into the form, where it reads the same again: a question stays one. */
  typed: string
}

/** The parts with this number of ours, by its key; and those that replace another maker's number. */
export interface PartFinder {
  findOurs(key: string): readonly DeliveredPart[]
  findReplacements(key: string): readonly DeliveredPart[]
}

/**
 * Reads the lines of a delivery. Only our own part numbers are booked, in any spelling: another maker's number does not
 * say which of the parts that replace it was delivered. Lines without a part number, such as headings, are left out.
 */
export function readDeliveryLines(lines: readonly ParsedRow[], parts: PartFinder): DeliveredPieces[] {
  return lines.flatMap(line => {
    const { readings, text, isPart, guess } = line
    const matched = readings.filter(({ code }) => parts.findOurs(toCodeKey(code)).length > 0)
    const reading = matched.find(({ isSure }) => isSure) ?? matched[0]
    if (!reading) return isPart ? [toUnknown(text, guess, parts)] : []
    const sameKey = parts.findOurs(toCodeKey(reading.code))
    const part = sameKey.find(({ code }) => code === reading.code.trim()) ?? sameKey[0]!
    if (sameKey.length > 1 && part.code !== reading.code.trim())
      return [toProblem(text, `${sameKey.map(({ code }) => code).join(' or ')}? Write it as we do.`)]
    const problem = findQuantityProblem(line, part)
    if (problem !== null) return [toProblem(text, problem, formatTyped(part.code, `${line.seen}?`))]
    // 'FH-OIL-1 II': another part, or two pieces.
    if (!reading.isSure)
      return [toProblem(text, `We can’t read “${text}”. Write the part number and how many.`)]
    return [
      { text, part, quantity: line.quantity!, problem: '', typed: formatTyped(part.code, line.quantity!) },
    ]
  })
}

const quantityRange = 'Enter a whole number from 1 to 1,000,000'

function findQuantityProblem({ quantity, seen }: ParsedRow, { code }: DeliveredPart): string | null {
  if (quantity === null && seen === '') return `How many ${code}? ${quantityRange}.`
  if (quantity === null) return `We can’t read “${seen}” as a quantity of ${code}. ${quantityRange}.`
  return quantity < 1 || quantity > maxOnHand ? `${quantityRange} as the quantity.` : null
}

const toProblem = (text: string, problem: string, typed = text): DeliveredPieces => ({
  text,
  part: null,
  quantity: 0,
  problem,
  typed,
})

const formatTyped = (code: string, quantity: number | string): string => `${code}\t${quantity}`

function toUnknown(text: string, guess: string, parts: PartFinder): DeliveredPieces {
  const replacements = parts.findReplacements(toCodeKey(guess)).map(({ code }) => code)
  const name = guess === '' ? 'This' : guess
  return toProblem(
    text,
    replacements.length === 0
      ? `${name} isn’t one of our part numbers.`
      : `${name} isn’t one of our part numbers. We sell ${replacements.join(' or ')} instead.`,
  )
}

/** The pieces of each part; a part may be on several lines. */
export function sumDelivered(lines: readonly DeliveredPieces[]): Map<number, number> {
  const pieces = new Map<number, number>()
  for (const { part, quantity } of lines) {
    if (part) pieces.set(part.productId, (pieces.get(part.productId) ?? 0) + quantity)
  }
  return pieces
}

/** What the page showed as read: only that is booked. */
export const formatReading = (lines: readonly DeliveredPieces[]): string =>
  [...sumDelivered(lines)].map(([id, quantity]) => `${id}x${quantity}`).join(' ')

/** The lines as a list that reads the same again. */
export const formatLines = (lines: readonly DeliveredPieces[]): string =>
  lines.length === 0
    ? ''
    : [formatTyped('Part number', 'Quantity'), ...lines.map(({ typed }) => typed)].join('\n')

export const goodsInMessages = {
  nothing: 'Type or paste what was delivered, one part on each line.',
  noParts: 'There is no part number in this list.',
  tooMuch: 'That list is too long to read at once. Book it in two parts.',
  check: 'Check what we read, then book it in.',
} as const

export const formatProblems = (count: number): string =>
  count === 1
    ? 'One line can’t be booked in yet: see “What we read”.'
    : `${count} lines can’t be booked in yet: see “What we read”.`

export const formatBookedNote = ({ supplier, delivery_note }: GoodsInInput): string =>
  `Delivery note ${delivery_note} from ${supplier} has already been booked in.`

export const formatOtherBooked = ({ supplier, deliveryNote }: BookedDelivery): string =>
  `This form was already booked in as delivery note ${deliveryNote} from ${supplier}, so nothing was booked in now. If this is another delivery, press Book in again.`
