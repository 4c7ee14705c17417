import { formatPounds, type Pence } from '../../lib/money.ts'

/** How money goes back: to the card by its provider, by the hands of staff as it came, or in several of these ways. */
export const moneyBackWays = ['card', 'cash', 'terminal', 'bank', 'several'] as const
export type MoneyBackWay = (typeof moneyBackWays)[number]

/** `providers`: of the payments that it came with. */
export function toMoneyBackWay(providers: readonly string[]): MoneyBackWay {
  const ways = new Set(providers.map(name => moneyBackWays.find(way => way === name) ?? 'card'))
  return ways.size > 1 ? 'several' : ([...ways][0] ?? 'card')
}

/** What staff do, before and after the sum: 'give £12.40 back in cash'. */
export const moneyBackWords: Record<MoneyBackWay, readonly [before: string, after: string]> = {
  card: ['refund', 'to the card'],
  cash: ['give', 'back in cash'],
  terminal: ['refund', 'on the card terminal'],
  bank: ['pay', 'back by bank transfer'],
  several: ['pay', 'back as it was paid'],
}

/** '£12.40 is refunded to the card', 'you give £12.40 back in cash'. */
export function formatMoneyBack(way: MoneyBackWay, amount: Pence): string {
  const [before, after] = moneyBackWords[way]
  const sum = formatPounds(amount)
  return way === 'card' ? `${sum} is refunded to the card` : `you ${before} ${sum} ${after}`
}

/** For the customer, after the sum. */
export const moneyBackPromises: Record<MoneyBackWay, string> = {
  card: 'will be refunded to the card you paid with. It may take your bank up to five working days to show it.',
  cash: 'will be given back to you in cash.',
  terminal: 'will be refunded to the card that you used at our card terminal.',
  bank: 'will be paid back to you by bank transfer.',
  several: 'will be paid back to you in the way you paid.',
}
