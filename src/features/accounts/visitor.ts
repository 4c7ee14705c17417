/** What a member of staff may do in the back office. */
export const staffRights = ['warehouse', 'sales', 'accounts', 'catalogue'] as const
export type StaffRight = (typeof staffRights)[number]

/** A person with an account, with all that rules about rights need. */
export interface Person {
  id: number
  email: string
  name: string
  telephone: string
  vat: string
  roles: readonly string[]
  permissions: readonly string[]
  /** What staff may do in the back office; null: everything. */
  staffRights: readonly StaffRight[] | null
  ordersRequireApproval: boolean
  company: Company | null
  /** The e-mail address was verified with an e-mailed link. */
  isVerified: boolean
  /** Logins need a code of the app after the password. */
  hasSecondFactor: boolean
}

export interface Company {
  id: number
  name: string
  accountNumber: string
  onStop: boolean
  vatRegistration: string
}

export interface CompanyMember {
  id: number
  email: string
  name: string
  needsApproval: boolean
  isActive: boolean
}

export interface Visitor {
  person: Person | null
  /** Hash of the session cookie of a live session, a guest's or a person's. */
  sessionHash: Buffer | null
  /** The end of the session without further requests. */
  sessionEnds: Date | null
  /** Hash of the basket cookie. */
  basketHash: Buffer | null
}

export const canPayOnAccount = (person: Person | null): boolean =>
  person?.company != null && person.permissions.includes('account_orders')

export const hasGodmode = (person: Person | null): boolean => person?.permissions.includes('godmode') ?? false

/** Head buyers decide about approval requests of their company, and set whose orders need approval. */
export const isHeadBuyer = (person: Person | null): boolean =>
  person?.company != null && person.roles.includes('head_buyer')

export const isStaff = (person: Pick<Person, 'roles'> | null): boolean =>
  person?.roles.includes('staff') ?? false
