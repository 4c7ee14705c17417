import { type Pence, pence } from '../../lib/money.ts'

/** Contract §7: £10, ex VAT; a subtotal at or above it may check out. */
export const minimumOrderValue: Pence = pence(10_00)

export const reachesMinimum = (subtotal: Pence): boolean => subtotal >= minimumOrderValue
