import type { AdminFilter } from '../../admin/AdminFilters.tsx'
import { toGroupFilters } from '../../admin/table/list-page.ts'
import { toViewUrl } from '../../admin/table/saved-view.ts'
import { type QuoteState, quoteStateDescriptions, quoteStates } from '../quote.ts'
import type { QuoteCounts } from './admin-quote.ts'

/** The lists of quotes: by state, those with a message that waits for staff, and all. */
export type QuoteGroup = QuoteState | 'to_answer' | 'all'

const { quote_requested, quote_approved, quote_expired, quote_accepted, cancelled } = quoteStateDescriptions

const groupNames: Record<QuoteGroup, string> = {
  quote_requested: quote_requested.staff,
  to_answer: 'To answer',
  quote_approved: quote_approved.staff,
  quote_expired: quote_expired.staff,
  quote_accepted: quote_accepted.staff,
  cancelled: cancelled.staff,
  all: 'All',
}

export const quoteGroups = Object.keys(groupNames) as QuoteGroup[]

export function getQuoteCount(counts: QuoteCounts, group: QuoteGroup): number {
  if (group !== 'all') return counts[group] ?? 0
  return quoteStates.reduce((sum, state) => sum + (counts[state] ?? 0), 0)
}

export const toQuoteFilters = (counts: QuoteCounts, current: QuoteGroup): AdminFilter[] =>
  toGroupFilters(groupNames, current, {
    count: group => getQuoteCount(counts, group),
    toUrl: group => toViewUrl('quotes', `state=${group}`),
  })
