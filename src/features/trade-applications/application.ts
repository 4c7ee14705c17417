import type { z } from 'zod'
import { formatPounds, parsePounds } from '../../lib/money.ts'
import type { CompanyForm } from '../customers/company-form.ts'
import type { applicationFields } from './schemas.ts'

export const applicationUrl = '/trade-account'
export const applicationsUrl = '/admin/trade-applications'
export const toApplicationUrl = (id: number): `/admin/trade-applications/${number}` =>
  `${applicationsUrl}/${id}`
export const toApplicationSubject = (id: number): string => `trade application ${id}`

/** How long the link works that confirms the e-mail address. */
export const linkDays = 7

/** An application as it is typed, and as it is stored. */
export type ApplicationForm = z.output<typeof applicationFields>

/** The account that staff open, as it is typed. `confirm`: another company may have its VAT number. */
export type AccountForm = CompanyForm & { credit_limit: string; no_limit: boolean; confirm: boolean }

export type ApplicationState = 'unconfirmed' | 'waiting' | 'approved' | 'refused'

export interface Application {
  id: number
  form: ApplicationForm
  state: ApplicationState
  createdAt: Date
  decidedAt: Date | null
  /** Staff; null: it is not decided. */
  decidedBy: number | null
  /** Of the account that was opened; ''. */
  accountNumber: string
  /** Why it was refused; ''. */
  reason: string
  /** Of the audit. */
  version: number
}

/** The credit limit that the company would like; '' of one that named none. */
export const formatTypedLimit = ({ credit_limit: limit }: Pick<ApplicationForm, 'credit_limit'>): string =>
  limit === '' ? '' : formatPounds(parsePounds(limit)!)

export const applicationMessages = {
  tooMany: 'Too many applications from your address. Please try again in an hour.',
  sent: 'One more step: open the email that we’ve just sent you and press the button in it. Then we’ll look at your application.',
  received: 'Thank you. We have your application, and will email you once we have looked at it.',
  linkGone:
    'This link is more than 7 days old, or is not complete. Please send us the application again; it takes two minutes.',
} as const
