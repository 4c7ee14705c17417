import type { DeliverySettings } from '../../lib/delivery-settings.ts'
import { formatPounds, type Pence, pence } from '../../lib/money.ts'
import type { DeliveryOption } from './options.ts'

/**
 * Why the delivery of a basket costs what it does, beside its price: 'Pallet: over parcel weight', '£31.00 more for free
 * delivery'. Null: nothing to say.
 */
export function formatDeliveryNote(
  { code, price }: Pick<DeliveryOption, 'code' | 'price'>,
  goodsSubtotal: Pence,
  freeFrom: DeliverySettings['freeFrom'],
): string | null {
  if (code === 'PAL') return 'Pallet: over parcel weight'
  if (code !== 'ND' || price === 0 || freeFrom === null || goodsSubtotal >= freeFrom) return null
  return `${formatPounds(pence(freeFrom - goodsSubtotal))} more for free delivery`
}
