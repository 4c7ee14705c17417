import type { RequiredRight } from '../accounts/staff/staff-right.ts'

/** A count on the staff's overview, with the page to work on it. */
export interface AdminTask {
  /** What is counted: 'Quotes to price'. */
  name: string
  count: number
  url: string
  right: RequiredRight
  isWaiting: boolean
}

/** A note of a colleague, open until it is ticked off. */
export interface OverviewNote {
  text: string
  author: string
  /** '23 November 2026, 10:12'. */
  when: string
  /** What it is about, with its page. */
  subject: string
  url: string
  /** Where the form that ticks it off is sent. */
  doneUrl: string
}
