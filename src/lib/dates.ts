/** A calendar date, 'YYYY-MM-DD', without time or time zone. Sorts as text. */
export type IsoDate = string & { readonly unit: 'civil day' }

/** A real calendar day from text ('2027-02-30' is none), or null. */
export function parseIsoDate(text: string): IsoDate | null {
  if (!/^[1-9][0-9]{3}-[0-9]{2}-[0-9]{2}$/.test(text)) return null
  const utcMs = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(utcMs) || toDate(utcMs) !== text ? null : (text as IsoDate)
}

/** For dates written in the code; throws on anything else. */
export function toIsoDate(text: string): IsoDate {
  const date = parseIsoDate(text)
  if (!date) throw new RangeError(`not a calendar day: ${text}`)
  return date
}

export interface LocalTime {
  date: IsoDate
  /** Minutes since midnight, local time: 14:30 is 870. */
  minutes: number
}

/** Date and time in London at an instant. */
export function toLondonTime(now: Date): LocalTime {
  const asIfUtc = now.getTime() + getLondonOffsetMs(now.getTime())
  const date = toDate(asIfUtc)
  return { date, minutes: Math.floor((asIfUtc - toUtcMs(date)) / minuteMs) }
}

// London's clocks change on the full hour, so that all instants of an hour have one offset.
function getLondonOffsetMs(utcMs: number): number {
  const hour = Math.floor(utcMs / hourMs)
  const cachedMs = londonOffsetsMs.get(hour)
  if (cachedMs !== undefined) return cachedMs
  const part = Object.fromEntries(
    londonClock.formatToParts(hour * hourMs).map(({ type, value }) => [type, value]),
  )
  const date = toIsoDate(`${part.year}-${part.month}-${part.day}`)
  const offsetMs = toUtcMs(date) + Number(part.hour) * hourMs + Number(part.minute) * minuteMs - hour * hourMs
  if (londonOffsetsMs.size >= maxLondonOffsets) londonOffsetsMs.clear()
  londonOffsetsMs.set(hour, offsetMs)
  return offsetMs
}

/** By hours since 1970, UTC. Intl takes some 5 µs for an instant, and a list has many. */
const londonOffsetsMs = new Map<number, number>()
const maxLondonOffsets = 5_000

/**
 * The instant of a London date and time. A time that the spring clock change skips becomes an hour later; for a time
 * that the autumn change repeats, one of the two.
 */
export function fromLondonTime(date: IsoDate, minutes: number): Date {
  const asIfUtc = toUtcMs(date) + minutes * minuteMs
  const londonTime = toLondonTime(new Date(asIfUtc))
  const offsetMs = toUtcMs(londonTime.date) + londonTime.minutes * minuteMs - asIfUtc
  return new Date(asIfUtc - offsetMs)
}

export function addDays(date: IsoDate, days: number): IsoDate {
  return toDate(toUtcMs(date) + days * dayMs)
}

/** Whole days from one date to another; negative when the second is earlier. */
export function countDaysBetween(from: IsoDate, to: IsoDate): number {
  return Math.round((toUtcMs(to) - toUtcMs(from)) / dayMs)
}

/** The first day of the month of a date. */
export function getFirstOfMonth(date: IsoDate): IsoDate {
  return toIsoDate(`${date.slice(0, 7)}-01`)
}

/** The last day of the month of a date. */
export function getEndOfMonth(date: IsoDate): IsoDate {
  // 31 days after the first is in the next month.
  return addDays(getFirstOfMonth(addDays(getFirstOfMonth(date), 31)), -1)
}

/** 0 is Sunday, 6 is Saturday. */
export function getWeekday(date: IsoDate): number {
  return new Date(toUtcMs(date)).getUTCDay()
}

export function isWeekend(date: IsoDate): boolean {
  return getWeekday(date) % 6 === 0
}

/** '2026-11-24' → 'Tuesday 24 November'. */
export function formatDay(date: IsoDate): string {
  return `${formatWeekday(date)} ${formatDayOfMonth(date)}`
}

/** '2026-11-24' → 'Tuesday'. */
export function formatWeekday(date: IsoDate): string {
  return weekdays[getWeekday(date)]!
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
  return `${padTwo(Math.floor(minutes / 60))}:${padTwo(minutes % 60)}`
}

/** The day of an instant in London: '24 November 2026'. */
export const formatDateOf = (at: Date): string => formatDate(toLondonTime(at).date)

/** An instant in London: '24 November 2026, 14:30'. */
export function formatDateTime(at: Date): string {
  const { date, minutes } = toLondonTime(at)
  return `${formatDate(date)}, ${formatTime(minutes)}`
}

/** The same for a narrow column: '24 Nov 2026, 14:30'. */
export function formatShortDateTime(at: Date): string {
  const { date, minutes } = toLondonTime(at)
  return `${formatShortDate(date)}, ${formatTime(minutes)}`
}

/** '2026-11-24' → '24 Nov 2026', for a narrow column. */
export function formatShortDate(date: IsoDate): string {
  return `${formatShortDayOfMonth(date)} ${date.slice(0, 4)}`
}

/** '2026-11-24' → 'Tue 24 Nov', for a narrow column. */
export function formatShortDay(date: IsoDate): string {
  return `${formatWeekday(date).slice(0, 3)} ${formatShortDayOfMonth(date)}`
}

const formatShortDayOfMonth = (date: IsoDate): string =>
  `${Number(date.slice(8))} ${months[Number(date.slice(5, 7)) - 1]!.slice(0, 3)}`

/** `formatDateTime` with the instant for a <time> element. */
export const formatMoment = (at: Date): { when: string; iso: string } => ({
  when: formatDateTime(at),
  iso: at.toISOString(),
})

function toUtcMs(date: IsoDate): number {
  return Date.parse(`${date}T00:00:00Z`)
}

function toDate(ms: number): IsoDate {
  return new Date(ms).toISOString().slice(0, 10) as IsoDate
}

function padTwo(count: number): string {
  return String(count).padStart(2, '0')
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

// Not from Intl, whose format ('Tuesday, 24 November', 'Tuesday 24 November') depends on its data: server and browser
// must render the same.
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
