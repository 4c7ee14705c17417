import type { BodyOf } from '../../lib/calls/call.ts'
import { type FieldErrors, formatTooLong, toFieldErrors } from '../../lib/calls/field-checks.ts'
import { formatCount } from '../../lib/count.ts'
import { parseQuantity } from '../../lib/quantity.ts'
import { isOrAre, toPlainText } from '../../lib/text.ts'
import type { adjustStock, changeStorage } from './schemas.ts'

/** Why what is on hand changed. */
export const movementReasons = {
  count: 'Count',
  damage: 'Damage',
  return: 'Return',
  delivery: 'Delivery',
  despatch: 'Despatch',
  import: 'Import',
} as const
export type MovementReason = keyof typeof movementReasons

/** The reasons that staff may give; the others are written by despatches and imports. */
export const adjustmentReasons = ['count', 'damage', 'return', 'delivery'] as const satisfies MovementReason[]
type AdjustmentReason = (typeof adjustmentReasons)[number]

/** `counted`: the number is what is on hand. `change`: it is added to it, or with a minus subtracted. */
const adjustmentModes = ['counted', 'change'] as const
export type AdjustmentMode = (typeof adjustmentModes)[number]

export const maxOnHand = 1_000_000
export const maxNoteLength = 200
export const maxBinLength = 40
export const maxLowStock = 1_000_000

/** How many pieces of a product are in the warehouse, and how many are promised. */
export interface StockFigures {
  onHand: number
  /** Held by orders that have not left the shop. */
  allocated: number
  /** On hand less allocated; below 0 when more is promised than there is. */
  available: number
}

export type AdjustmentInput = Pick<BodyOf<typeof adjustStock>, 'mode' | 'quantity' | 'reason' | 'note'>

interface Adjustment {
  mode: AdjustmentMode
  /** With `counted` what is on hand, with `change` the difference. */
  quantity: number
  reason: AdjustmentReason
  note: string
}

const tooMany = `There can be ${formatCount(maxOnHand)} on hand at most.`

export function parseAdjustment(
  input: AdjustmentInput,
): { adjustment: Adjustment } | { errors: FieldErrors } {
  const mode = adjustmentModes.find(each => each === input.mode)
  const reason = adjustmentReasons.find(each => each === input.reason)
  const quantity = parseSignedNumber(input.quantity)
  const isEmpty = input.quantity.trim() === ''
  const errors = toFieldErrors({
    mode: [!mode && 'Choose whether you counted the part, or add or take some off.'],
    quantity: [
      isEmpty && mode === 'counted' && 'Enter how many you counted.',
      isEmpty && 'Enter how many to add or take off, such as 12 or -3.',
      quantity === null && 'Enter a whole number.',
      mode === 'counted' && quantity! < 0 && 'There can’t be fewer than 0 on hand.',
      mode === 'change' && quantity === 0 && '0 changes nothing: enter how many to add or take off.',
      Math.abs(quantity!) > maxOnHand && tooMany,
    ],
    reason: [!reason && 'Choose a reason.'],
    note: [input.note.length > maxNoteLength && formatTooLong('Note', maxNoteLength)],
  })
  return mode && reason && quantity !== null && Object.keys(errors).length === 0
    ? { adjustment: { mode, quantity, reason, note: input.note } }
    : { errors }
}

/** '+3', '−3' (with any minus), '1,200'; null when it is no whole number. */
function parseSignedNumber(text: string): number | null {
  const [, sign, digits = ''] = /^([+-]?)(.*)$/s.exec(toPlainText(text))!
  const number = parseQuantity(digits, { min: 0, max: 999_999_999_999 })
  return number !== null && sign === '-' ? 0 - number : number
}

/** What the adjustment changes, or why the figures do not allow it. */
export function decideChange(
  { mode, quantity, reason }: Omit<Adjustment, 'note'>,
  onHand: number,
): { change: number } | { refusal: string } {
  const change = mode === 'counted' ? quantity - onHand : quantity
  if (onHand + change < 0)
    return {
      refusal: `${formatOnHand(onHand)}, so ${formatCount(-change)} can’t be taken off.`,
    }
  // Only a count may confirm what is on hand: nothing else moves nothing.
  if (change === 0 && reason !== 'count')
    return {
      refusal: `${formatCount(onHand)} ${isOrAre(onHand)} on hand already. If you only counted, choose ‘Count’ as the reason.`,
    }
  return onHand + change > maxOnHand ? { refusal: tooMany } : { change }
}

const formatOnHand = (onHand: number): string =>
  onHand > 0 ? `Only ${formatCount(onHand)} ${isOrAre(onHand)} on hand` : 'None is on hand'

/** A product's bin, and the number of available pieces below which it counts as low. */
export interface StorageDetails {
  bin: string
  /** Null: no level. */
  lowStock: number | null
}

export function parseStorage(
  input: Pick<BodyOf<typeof changeStorage>, 'bin' | 'low_stock'>,
): { storage: StorageDetails } | { errors: FieldErrors } {
  const bin = input.bin.trim()
  const lowStock = input.low_stock.trim() === '' ? null : parseSignedNumber(input.low_stock)
  const isNumber = input.low_stock.trim() === '' || lowStock !== null
  const errors = toFieldErrors({
    bin: [bin.length > maxBinLength && formatTooLong('Bin', maxBinLength)],
    low_stock: [
      (!isNumber || (lowStock !== null && (lowStock < 1 || lowStock > maxLowStock))) &&
        `Enter a whole number from 1 to ${formatCount(maxLowStock)}, or nothing.`,
    ],
  })
  return Object.keys(errors).length === 0 ? { storage: { bin, lowStock } } : { errors }
}

export interface StockProduct extends StockFigures, StorageDetails {
  productId: number
  code: string
  title: string
  path: string
  withdrawn: boolean
  leadTime: { min: number; max: number } | null
  lastMovementId: number
}

export const stockMessages = {
  changed:
    'The stock of this part has changed since you opened it, so nothing was saved. Here is how it stands now; what you typed is still there.',
  storageChanged: (storage: StorageDetails) =>
    `Somebody else has changed the bin or the low-stock level since you opened this page, so nothing was saved. Now it is ${formatStorage(storage)}. What you typed is still there.`,
} as const

/** The version of what a form was made from: the last movement and the figure that it showed. */
export const formatStockVersion = (lastMovementId: number, onHand: number): string =>
  `${lastMovementId}.${onHand}`

export const formatStorage = ({ bin, lowStock }: StorageDetails): string =>
  `bin ${bin || 'none'}, low-stock level ${lowStock ?? 'none'}`

export const formatStorageVersion = ({ bin, lowStock }: StorageDetails): string =>
  `${lowStock ?? 'none'} in ${bin || 'none'}`

export const formatDifference = (change: number): string =>
  change > 0 ? `+${formatCount(change)}` : change < 0 ? `−${formatCount(-change)}` : '0'

export const stockUrl = '/admin/stock' as const
export const goodsInUrl = `${stockUrl}/goods-in` as const
export const movementsUrl = `${stockUrl}/movements` as const
export const deliveriesUrl = `${stockUrl}/deliveries` as const
export const toStockUrl = (code: string): string => `${stockUrl}/${encodeURIComponent(code)}`
