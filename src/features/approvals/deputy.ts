import { type FieldErrors, toFieldErrors } from '../../lib/calls/field-checks.ts'
import { addDays, formatDate, type IsoDate, parseIsoDate } from '../../lib/dates.ts'
import type { CompanyMember } from '../accounts/visitor.ts'

export interface Deputy {
  id: number
  from: IsoDate
  until: IsoDate
}

/** The deputy that a head buyer's form names; null: none. No more than a year, not from before today. */
export function parseDeputy(
  { deputy, from, until }: { deputy: string; from: string; until: string },
  members: readonly CompanyMember[],
  { headBuyerId, today }: { headBuyerId: number; today: IsoDate },
): { deputy: Deputy | null } | { errors: FieldErrors } {
  if (deputy === '') return { deputy: null }
  const member = members.find(({ id }) => String(id) === deputy)
  const [first, last] = [parseIsoDate(from), parseIsoDate(until)]
  const errors = toFieldErrors({
    deputy: [
      (!member?.isActive || member.id === headBuyerId) && 'Choose one of your colleagues.',
      member?.needsApproval === true &&
        'This colleague’s own orders need approval, so they can’t approve those of others.',
      member?.deputy != null &&
        member.deputy.of !== headBuyerId &&
        'This colleague is standing in for somebody else already.',
    ],
    from: [!first && 'Enter the first day.'],
    until: [
      !last && 'Enter the last day.',
      last !== null && last < today && 'The last day has passed.',
      first !== null && last !== null && last < first && 'The last day is before the first.',
      last !== null && last > addDays(today, 366) && 'A year ahead at most.',
    ],
  })
  return member && first && last && Object.keys(errors).length === 0
    ? { deputy: { id: member.id, from: first, until: last } }
    : { errors }
}

/** For the audit, which has no names: 'person 2, 24 November 2026 to 1 December 2026'. */
export const formatDeputy = (deputy: Deputy | null | undefined): string =>
  deputy ? `person ${deputy.id}, ${formatDate(deputy.from)} to ${formatDate(deputy.until)}` : 'nobody'
