import { countDaysBetween, formatDayOfMonth, type IsoDate, parseIsoDate } from './dates.ts'

/** Who is closed: the whole shop, the carrier (nothing leaves or arrives), the collection counter. */
export const closedParties = ['shop', 'carrier', 'counter'] as const
type ClosedParty = (typeof closedParties)[number]

export interface Closing {
  who: ClosedParty
  /** The first and the last day. */
  from: IsoDate
  to: IsoDate
  /** For customers; '': none. */
  reason: string
}

/** Bank holidays of years after those in the code, by division; each year has those of all divisions. */
export type HolidayYears = Record<string, readonly string[]>

/** A line each: 'shop 2026-12-24 2026-12-31 Christmas'. A string: what is wrong. */
export function parseClosings(text: string): Closing[] | string {
  const closings: Closing[] = []
  for (const line of text.split(/[\n;]/).filter(each => each.trim() !== '')) {
    const [, party, first = '', last = '', reason = ''] = /^\s*(\S+) (\S+) (\S+) ?(.*)$/.exec(line) ?? []
    const who = closedParties.find(each => each === party)
    const [from, to] = [parseIsoDate(first), parseIsoDate(last)]
    if (!who || !from || !to)
      return 'who is closed, the first and the last day, such as shop 2026-12-24 2026-12-31'
    if (countDaysBetween(from, to) > 366) return 'a last day within a year of the first'
    if (to < from) return 'a last day that is not before the first'
    closings.push({ who, from, to, reason: reason.trim() })
  }
  return closings
}

/** A line for each year and division: '2028 scotland 2028-01-03 2028-01-04'. A string: what is wrong. */
export function parseHolidayYears(text: string): HolidayYears | string {
  const holidays: Record<string, string[]> = {}
  for (const line of text.split(/[\n;]/).filter(each => each.trim() !== '')) {
    const [year = '', division = '', ...days] = line.trim().split(/\s+/)
    if (!division || days.length === 0 || days.some(day => !parseIsoDate(day)?.startsWith(`${year}-`)))
      return 'a year, a division and days, such as 2028 scotland 2028-01-03'
    holidays[division] = [...(holidays[division] ?? []), ...days]
  }
  return holidays
}

const sentences: Record<ClosedParty, string> = {
  shop: 'We are closed',
  carrier: 'Nothing is sent or delivered',
  counter: 'Our counter is closed',
}

/** 'We are closed from 24 December to 31 December (Christmas).' */
export function formatClosing({ who, from, to, reason }: Closing): string {
  const days =
    from === to ? `on ${formatDayOfMonth(from)}` : `from ${formatDayOfMonth(from)} to ${formatDayOfMonth(to)}`
  return `${sentences[who]} ${days}${reason === '' ? '' : ` (${reason})`}.`
}
