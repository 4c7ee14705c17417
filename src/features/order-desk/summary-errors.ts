import type { FieldErrors } from '../../lib/calls/field-checks.ts'
import { lowerFirst } from '../../lib/text.ts'
import type { AdminOrderView } from './page-props.ts'

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
