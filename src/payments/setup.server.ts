import type { House } from '../platform/house.ts'
import type { Gateway } from './opayo.ts'

/** What every file of this room that talks to the card provider works with. */
export interface Payments {
  house: House
  gateway: Gateway
  /** True with the sandbox and the provider's test system: nothing is really charged. */
  testMode: boolean
  /** How long the provider may take to answer, before it is asked once more. */
  registerTimeoutMs?: number
}

export const notificationPath = '/checkout/notification'
export const returnPath = '/checkout/return'
