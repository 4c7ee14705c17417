import type { Pence } from '../../../lib/money.ts'
import type { Company } from '../visitor.ts'

/** A customer's login as staff see it, disabled ones too. */
export interface CustomerLogin {
  id: number
  email: string
  name: string
  telephone: string
  company: Pick<Company, 'id' | 'name' | 'accountNumber' | 'onStop'> | null
  isHeadBuyer: boolean
  needsApproval: boolean
  /** What may be ordered on one day without approval, goods ex VAT; null: no sum was set. */
  approvalAbove: Pence | null
  mayOrderOnAccount: boolean
  isActive: boolean
  isVerified: boolean
  hasSecondFactor: boolean
  /** Theirs are changed by other means. */
  isStaff: boolean
  createdAt: Date
  /** Of the audit. */
  version: number
}
