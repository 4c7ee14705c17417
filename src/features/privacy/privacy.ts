/** What stands against an erasure: each is finished first. */
export interface OpenBusiness {
  /** References of orders that are being placed, sent or paid, and of requests that wait for approval. */
  orders: string[]
  quotes: string[]
  /** Numbers of returns. */
  returns: string[]
  /** The companies of trade applications that wait for staff. */
  applications: string[]
  /** Numbers of invoices. */
  unpaidInvoices: string[]
  /** The company of which the person is the last head buyer; null: of none. */
  lastHeadBuyerOf: string | null
}

const applied = 'applied for a trade account'
const list = new Intl.ListFormat('en-GB')

export const staffRefusal =
  'Staff stay in the history of what they did, so their data are not erased. Disable the login at Staff instead.'

/** Why the data cannot be erased yet, a sentence each; empty: they can. */
export function listObstacles(open: OpenBusiness): string[] {
  const { orders, quotes, returns, applications, unpaidInvoices, lastHeadBuyerOf } = open
  const toSentence = (references: string[], [one, several]: [string, string], then: string) =>
    references.length === 0
      ? []
      : [`${list.format(references)} ${references.length === 1 ? one : several}: ${then}`]
  return [
    ...toSentence(orders, ['is open', 'are open'], 'send, cancel or decide them first.'),
    ...toSentence(quotes, ['is an open quote', 'are open quotes'], 'withdraw them first.'),
    ...toSentence(returns, ['is an open return', 'are open returns'], 'finish them first.'),
    ...toSentence(applications, [`has ${applied}`, `have ${applied}`], 'approve or refuse that first.'),
    ...toSentence(unpaidInvoices, ['is not paid', 'are not paid'], 'enter the payments first.'),
    ...(lastHeadBuyerOf === null
      ? []
      : [
          `This is the last head buyer of ${lastHeadBuyerOf}: make somebody else head buyer, or take the login out of the company, first.`,
        ]),
  ]
}

interface PersonalTexts {
  names: readonly string[]
  emails: readonly string[]
  telephones: readonly string[]
  /** First lines and postcodes. */
  places: readonly string[]
}

const minLength = 6

/**
 * What is taken out of texts about a person, the longest first. Of names the full ones alone, and nothing short: 'Ann' and
 * 'LS1' are parts of other words.
 */
export function listPersonalWords({ names, emails, telephones, places }: PersonalTexts): string[] {
  const fullNames = names.filter(name => /\S\s+\S/.test(name))
  const words = [...fullNames, ...emails, ...telephones, ...places]
    .map(word => word.trim())
    .filter(word => word.length >= minLength)
  // A text of JSON has quotation marks and backslashes escaped.
  const stored = words.flatMap(word => [word, JSON.stringify(word).slice(1, -1)])
  return [...new Set(stored)].toSorted((a, b) => b.length - a.length)
}
