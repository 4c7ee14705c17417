/** The address whose owner confirms: the account's present one, or the new one. */
export type EmailSide = 'current' | 'new'

export interface EmailChange {
  personId: number
  /** The new address. */
  email: string
  isCurrentConfirmed: boolean
  isNewConfirmed: boolean
  /** Of the browser in which it was requested. */
  sessionHash: Buffer
  expiresAt: Date
}
