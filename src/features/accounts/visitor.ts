/** Who is asking, as every rule about rights needs it. */
export interface Person {
  id: number
  email: string
  name: string
  telephone: string
  vat: string
  roles: readonly string[]
  permissions: readonly string[]
  ordersRequireApproval: boolean
  company: Company | null
  /** He has proved by a link in a mail that the address is his. */
  isVerified: boolean
  /** A code of his app is asked after the password. */
  hasSecondFactor: boolean
}

export interface Company {
  id: number
  name: string
  accountNumber: string
  onStop: boolean
  vatRegistration: string
}

export interface Visitor {
  person: Person | null
  /** Hash of the session cookie, when there is a living session (a guest's, or a person's). */
  sessionHash: Buffer | null
  /** When it ends unless something is asked for before. */
  sessionEnds: Date | null
  /** Hash of the basket cookie, when the browser has one. */
  basketHash: Buffer | null
}

export const canPayOnAccount = (person: Person | null): boolean =>
  person?.company != null && person.permissions.includes('account_orders')

export const isGod = (person: Person | null): boolean => person?.permissions.includes('godmode') ?? false

/** Gives or refuses his company's orders that need approval, and says whose do. */
export const isHeadBuyer = (person: Person | null): boolean =>
  person?.company != null && person.roles.includes('head_buyer')

export const isStaff = (person: Person | null): boolean => person?.roles.includes('staff') ?? false
