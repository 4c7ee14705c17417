/** Every rate limit can be set: LIMIT_SAVES_PER_MINUTE=… (contract §1). All count by IP address but where it is said. */
const defaults = {
  requestsPerMinute: 6000,
  savesPerMinute: 120,
  existsPerMinute: 10,
  vouchersPerMinute: 300,
  contactsPerMinute: 300,
  padsPerMinute: 300,
  newsletterPerMinute: 300,
  loginFailuresPerPair: 10,
  loginFailuresPerAddress: 100,
  resetsPerHour: 60,
  /** Declined cards, in an hour: of one browser session, of one address, of cards with the same last four digits. */
  declinesPerSession: 10,
  declinesPerAddress: 60,
  declinesPerCard: 20,
  /** Mails with a link to one e-mail address. */
  linkMailsPerHour: 5,
  /** Of one person: codes of his app, or his password asked once more. In 15 minutes. */
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
    const given = env[environmentName(name)]
    if (given === undefined) continue
    if (!/^[1-9]\d{0,8}$/.test(given)) return environmentName(name)
    limits[name] = Number(given)
  }
  return limits
}
