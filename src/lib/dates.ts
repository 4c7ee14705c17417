/** A civil date, 'YYYY-MM-DD': a day on the wall calendar, no time and no zone. Sorts as text. */
export type IsoDate = string & { readonly unit: 'civil day' }

/** A real calendar day from text ('2027-02-30' is none), or null. */
export function isoDate(text: string): IsoDate | null {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return null
  const at = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(at) || dayAt(at) !== text ? null : (text as IsoDate)
}

/** The same for dates written in the program; throws on anything else. */
export function day(text: string): IsoDate {
  const date = isoDate(text)
  if (!date) throw new RangeError(`not a calendar day: ${text}`)
  return date
}

export interface WallTime {
  date: IsoDate
  /** Minutes since midnight by the clock on the wall: 14:30 is 870. */
  minutes: number
}

/** What calendar and clock on a London wall show at an instant. */
export function toLondonTime(now: Date): WallTime {
  const part = Object.fromEntries(londonClock.formatToParts(now).map(({ type, value }) => [type, value]))
  return {
    date: day(`${part.year}-${part.month}-${part.day}`),
    minutes: Number(part.hour) * 60 + Number(part.minute),
  }
}

/**
 * The instant at which London's wall shows a date and time. A time that the spring change skips is read an hour
 * later; of a time that the autumn change repeats, one of the two.
 */
export function fromLondonTime(date: IsoDate, minutes: number): Date {
  const asIfUtc = at(date) + minutes * minuteMs
  const shown = toLondonTime(new Date(asIfUtc))
  const aheadMs = at(shown.date) + shown.minutes * minuteMs - asIfUtc
  return new Date(asIfUtc - aheadMs)
}

export function addDays(date: IsoDate, days: number): IsoDate {
  return dayAt(at(date) + days * dayMs)
}

/** Whole days from one date to another; negative when the second is earlier. */
export function countDaysBetween(from: IsoDate, to: IsoDate): number {
  return Math.round((at(to) - at(from)) / dayMs)
}

/** 0 is Sunday, 6 is Saturday. */
export function weekday(date: IsoDate): number {
  return new Date(at(date)).getUTCDay()
}

export function isWeekend(date: IsoDate): boolean {
  return weekday(date) % 6 === 0
}

/** '2026-11-24' → 'Tuesday 24 November'. */
export function formatDay(date: IsoDate): string {
  return `${formatWeekday(date)} ${formatDayOfMonth(date)}`
}

/** '2026-11-24' → 'Tuesday'. */
export function formatWeekday(date: IsoDate): string {
  return weekdays[weekday(date)]!
}

/** '2026-12-23' → '23 December'. */
export function formatDayOfMonth(date: IsoDate): string {
  return `${Number(date.slice(8))} ${months[Number(date.slice(5, 7)) - 1]}`
}

/** '2026-11-24' → '24 November 2026'. */
export function formatDate(date: IsoDate): string {
  return `${formatDayOfMonth(date)} ${date.slice(0, 4)}`
}

/** Minutes since midnight → '14:30'. */
export function formatTime(minutes: number): string {
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

function at(date: IsoDate): number {
  return Date.parse(`${date}T00:00:00Z`)
}

function dayAt(ms: number): IsoDate {
  return new Date(ms).toISOString().slice(0, 10) as IsoDate
}

function two(count: number): string {
  return String(count).padStart(2, '0')
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

// Own names: Intl writes 'Tuesday, 24 November' or 'Tuesday 24 November' as its data changes, and a server and a
// browser that disagree break the page.
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

const londonClock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  calendar: 'gregory',
  numberingSystem: 'latn',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})
