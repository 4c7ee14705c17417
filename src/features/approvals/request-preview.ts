import type { Pence } from '../../lib/money.ts'

/** What would be ordered if a request were approved now as it stands. */
export interface PlaceableRequest {
  /** ISO date of delivery. */
  day: string | null
  /** The requested day can no longer be had. */
  isDayChanged: boolean
  /** Inc VAT. */
  total: Pence
}

/** Or why it cannot be placed as it stands. */
export type RequestPreview = PlaceableRequest | { problems: string[] }
