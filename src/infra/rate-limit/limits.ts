/** Every rate limit can be set: LIMIT_SAVES_PER_MINUTE=… (R-RUN-5). They count by client network (R-CALL-13) unless noted. */
const defaults = {
  /** Open connections at a time, in each process: in all, and by client network without a trusted proxy (R-RUN-31). */
  connections: 2000,
  connectionsPerAddress: 1000,
  requestsPerMinute: 6000,
  savesPerMinute: 120,
  /** Whether an e-mail address has an account (R-CHECKOUT-9), and the same of one browser session. */
  existsPerMinute: 60,
  existsPerSession: 10,
  vouchersPerMinute: 300,
  contactsPerMinute: 300,
  padsPerMinute: 300,
  /** Lines that are looked up on the order pad; a long line counts as several. */
  padLinesPerMinute: 20_000,
  newsletterPerMinute: 300,
  loginFailuresPerPair: 10,
  loginFailuresPerAddress: 100,
  /** In a day, of one e-mail address, by browsers in which its owner has not signed in before (R-ACCOUNT-7). */
  loginFailuresPerAccount: 100,
  resetsPerHour: 60,
  /** Requests for the price of a product (R-QUOTE-2). */
  quoteRequestsPerHour: 60,
  /** Applications for a trade account (R-APPLICATION-2). */
  tradeApplicationsPerHour: 10,
  /** Returns that one person requests (R-RETURN-2). */
  returnsPerHour: 30,
  /** Orders that were looked up with a wrong number or postcode, in an hour: by client network, and by order number. */
  lookupFailuresPerHour: 60,
  lookupFailuresPerOrder: 20,
  /** Declined cards in an hour: by browser session, by IP address, by the last four digits of the card. */
  declinesPerSession: 10,
  declinesPerAddress: 60,
  declinesPerCard: 20,
  /**
   * Stock that unpaid card orders may reserve at a time (R-ORDER-7): value ex VAT in pounds, and order lines. By
   * signed-in person, by guest (browser session), and by all guests of one IP address.
   */
  heldPoundsPerPerson: 200_000,
  heldLinesPerPerson: 2000,
  heldPoundsPerGuest: 25_000,
  heldLinesPerGuest: 200,
  heldPoundsPerAddress: 50_000,
  heldLinesPerAddress: 1000,
  /** How long a guest's unpaid order reserves its stock; at most the 30 minutes after which it lapses. */
  guestHoldMinutes: 20,
  /** E-mails with a link to one e-mail address. */
  linkMailsPerHour: 5,
  /** Of one company's head buyers. */
  invitationsPerHour: 30,
  /** E-mails in an hour to addresses that were typed without a login (R-EMAIL-2): to one address, of one kind. */
  strangerMailsPerAddress: 30,
  strangerMailsPerHour: 1000,
  /**
   * By person, in 15 minutes: wrong codes of the authenticator app (by browser where the person has signed in with it
   * before), and wrong passwords where the account page requires one again.
   */
  codeFailures: 5,
  passwordFailures: 10,
}

export type Limits = typeof defaults

const names = Object.keys(defaults) as (keyof Limits)[]
const environmentName = (name: string) => `LIMIT_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`

export const limitNames = names.map(environmentName)

/** The limits, or the name of the first setting that is not a whole number above 0. */
export function parseLimits(env: Record<string, string | undefined>): Limits | string {
  const limits = { ...defaults }
  for (const name of names) {
    const value = env[environmentName(name)]
    if (value === undefined) continue
    if (!/^[1-9]\d{0,8}$/.test(value)) return environmentName(name)
    limits[name] = Number(value)
  }
  return limits
}
