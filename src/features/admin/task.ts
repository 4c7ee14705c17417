/** A count on the staff's overview, with the page to work on it. */
export interface AdminTask {
  /** What is counted: 'Quotes to price'. */
  name: string
  count: number
  url: string
  /** A customer waits for staff. */
  isWaiting: boolean
}
