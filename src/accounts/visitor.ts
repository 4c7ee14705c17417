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
  /** Hash of the basket cookie, when the browser has one. */
  basketHash: Buffer | null
}

export const canPayOnAccount = (person: Person | null): boolean =>
  person?.company != null && person.permissions.includes('account_orders')

export const isGod = (person: Person | null): boolean => person?.permissions.includes('godmode') ?? false
