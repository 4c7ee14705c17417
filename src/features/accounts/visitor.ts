import type { IsoDate } from '../../lib/dates.ts'
import type { Pence } from '../../lib/money.ts'

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
  /** Goods ex VAT that may be ordered on one day without approval; null: no sum was set. */
  approvalAbove: Pence | null
  /** The days on which the person decides about requests for a head buyer. */
  deputy: { from: IsoDate; until: IsoDate } | null
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
  approvalAbove: Pence | null
  deputy: { of: number; from: IsoDate; until: IsoDate } | null
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

/** Head buyers, and on their days the deputies whom they named, decide about requests of their company. */
export const isApprover = (person: Person, today: IsoDate): boolean =>
  isHeadBuyer(person) ||
  (person.company !== null &&
    person.deputy !== null &&
    person.deputy.from <= today &&
    today <= person.deputy.until)

/** Whether goods of this sum ex VAT, all of a day, need approval; a head buyer approves no more than that either. */
export const needsApproval = (
  person: Pick<Person, 'ordersRequireApproval' | 'approvalAbove'>,
  goods: Pence,
): boolean => person.ordersRequireApproval || (person.approvalAbove !== null && goods > person.approvalAbove)

export const isStaff = (person: Pick<Person, 'roles'> | null): boolean =>
  person?.roles.includes('staff') ?? false
