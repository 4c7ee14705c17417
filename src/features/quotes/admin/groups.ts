import { type QuoteState, quoteStateDescriptions, quoteStates } from '../quote.ts'
import type { QuoteCounts } from './admin-quote.ts'

/** The lists of quotes: by state, those with a message that waits for staff, and all. */
const [requested, ...furtherStates] = quoteStates
export const quoteGroups = [requested!, 'to_answer', ...furtherStates, 'all'] satisfies QuoteGroup[]
export type QuoteGroup = QuoteState | 'to_answer' | 'all'

export function getGroupName(group: QuoteGroup): string {
  if (group === 'all') return 'All'
  return group === 'to_answer' ? 'To answer' : quoteStateDescriptions[group].staff
}

export function getGroupCount(counts: QuoteCounts, group: QuoteGroup): number {
  if (group !== 'all') return counts[group] ?? 0
  return quoteStates.reduce((sum, state) => sum + (counts[state] ?? 0), 0)
}
