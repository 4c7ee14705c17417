import type { FieldErrors } from '../../lib/calls/field-checks.ts'
import { lowerFirst } from '../../lib/text.ts'
import type { DiscardedInput } from '../back-office/DiscardedInputs.tsx'
import { getCarrierName, toCarrier } from '../warehouse/despatch/carriers.ts'
import type { TypedDelay } from '../warehouse/despatch/delay.ts'
import type { LineAllocation } from '../warehouse/despatch/rules.ts'
import { isUnchanged } from './despatch/despatch-form.ts'
import type { AdminOrderView, TypedForms } from './view.ts'

/**
 * What was typed into a form, a line or a field that is gone, because the order was despatched, credited, held, released,
 * cancelled or corrected meanwhile.
 */
export function listDiscardedInput(
  order: Pick<AdminOrderView, 'despatch' | 'held' | 'canHold' | 'canCancel' | 'credit'>,
  typed: TypedForms,
  openLines: readonly LineAllocation[],
): DiscardedInput[] {
  const facts = [
    ...listDiscardedDespatch(order, typed, openLines),
    ...(order.canCancel ? [] : [{ name: 'Reason', text: typed.cancel ?? '' }]),
    ...listDiscardedRefund(order, typed, openLines),
    ...(typed.delay && !order.despatch ? [{ name: 'New day', text: formatNewDay(typed.delay) }] : []),
    ...(order.canHold ? [] : [{ name: 'Reason', text: typed.hold ?? '' }]),
    ...(order.held === null ? [{ name: 'Reason', text: typed.release?.reason ?? '' }] : []),
  ]
  return facts.filter(({ text }) => text !== '')
}

const formatNewDay = ({ choice, day }: TypedDelay): string => (choice === 'unknown' ? 'Not known yet' : day)

/** An order that is collected has no carrier, and one that is delivered has no name of who collects it. */
function listDiscardedDespatch(
  { despatch }: Pick<AdminOrderView, 'despatch'>,
  { despatch: typed }: TypedForms,
  openLines: readonly LineAllocation[],
): DiscardedInput[] {
  if (!typed) return []
  const listed = new Set(despatch?.lines.map(({ position }) => position))
  const gone = typed.lines.filter(line => !listed.has(line.position) && !isUnchanged(line))
  const carriage = [
    { name: 'Carrier', text: getCarrierName(toCarrier(typed)) },
    { name: 'Tracking number', text: typed.tracking },
  ]
  return [
    { name: 'Pieces', text: formatPieces(gone, openLines) },
    ...(despatch && !despatch.isCollected ? [] : carriage),
    ...(despatch?.isCollected ? [] : [{ name: 'Collected by', text: typed.collected_by }]),
  ]
}

function listDiscardedRefund(
  { credit }: Pick<AdminOrderView, 'credit'>,
  { refund: typed }: TypedForms,
  openLines: readonly LineAllocation[],
): DiscardedInput[] {
  if (!typed) return []
  const listed = new Set(credit?.lines.map(({ position }) => position))
  const gone = typed.lines.filter(({ position }) => !listed.has(position))
  const hasDelivery = credit !== null && credit.delivery !== null
  return [
    { name: 'Pieces to refund', text: formatPieces(gone, openLines) },
    { name: 'Refund the delivery charge', text: typed.delivery && !hasDelivery ? 'Yes' : '' },
    ...(credit
      ? []
      : [
          { name: 'Amount, £', text: typed.amount },
          { name: 'Reason', text: typed.reason },
        ]),
  ]
}

/** 'FH-OIL-1: 2, FH-AIR-1: 1'. */
function formatPieces(
  lines: readonly { position: number; quantity: string }[],
  openLines: readonly LineAllocation[],
): string {
  const codes = new Map(openLines.map(({ position, code }) => [position, code]))
  return lines
    .filter(({ quantity }) => quantity !== '' && quantity !== '0')
    .map(({ position, quantity }) => `${codes.get(position) ?? `line ${position}`}: ${quantity}`)
    .join(', ')
}

/** The messages of fields that are still on the page: a link to another one leads nowhere. */
export function omitGoneErrors(
  order: Pick<AdminOrderView, 'despatch' | 'held' | 'canHold' | 'canCancel' | 'credit'>,
  typed: TypedForms,
  errors: FieldErrors,
): FieldErrors {
  if (isFormGone(order, typed)) return {}
  const listed = new Set([
    ...(order.despatch?.lines ?? []).map(({ position }) => `quantity-${position}`),
    ...(order.credit?.lines ?? []).map(({ position }) => `refund-quantity-${position}`),
  ])
  const isGone = (field: string) => /^(refund-)?quantity-\d+$/.test(field) && !listed.has(field)
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !isGone(field)))
}

const isFormGone = (
  { despatch, held, canHold, canCancel, credit }: Parameters<typeof omitGoneErrors>[0],
  typed: TypedForms,
): boolean =>
  ((typed.despatch ?? typed.delay) !== undefined && despatch === null) ||
  (typed.refund !== undefined && credit === null) ||
  (typed.cancel !== undefined && !canCancel) ||
  (typed.hold !== undefined && !canHold) ||
  (typed.release !== undefined && held === null)

/**
 * The errors as the summary lists them: what is said beside a field names its line ('FH-AIR-1: enter a whole number.') or its
 * parcel.
 */
export const toSummaryErrors = (
  order: Pick<AdminOrderView, 'despatch' | 'credit'>,
  errors: FieldErrors,
): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([field, message]) => {
      const name = findName(order, field)
      return [field, name === null || message.includes(name) ? message : `${name}: ${lowerFirst(message)}`]
    }),
  )

function findName({ despatch, credit }: Parameters<typeof toSummaryErrors>[0], field: string): string | null {
  const [, parcel] = /^parcel-(\d+)-/.exec(field) ?? []
  if (parcel !== undefined) return `Parcel ${parcel}`
  const [, refund, position] = /^(refund-)?quantity-(\d+)$/.exec(field) ?? []
  const lines = refund === undefined ? despatch?.lines : credit?.lines
  return lines?.find(line => line.position === Number(position))?.code ?? null
}
