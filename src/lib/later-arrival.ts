import { findLongestLeadTime, formatArrival, type LeadTime } from './availability.ts'
import { addDays, countDaysBetween, formatDayOfMonth, type IsoDate } from './dates.ts'

/** Goods that come later, with the day from which their lead time runs; null or absent: that of ordering. */
export interface LaterArrival {
  leadTime: LeadTime | null
  laterSince?: IsoDate | null
}

/** The same once it is ordered: a lead time runs from that day unless it has one of its own. */
export const startOn = ({ leadTime, laterSince }: LaterArrival, orderedOn: IsoDate | null): LaterArrival => ({
  leadTime,
  laterSince: laterSince ?? orderedOn,
})

/** When the last of goods arrives, counted from the day of that one. `orderedOn`: null while they are not ordered. */
export function findLastArrival(goods: readonly LaterArrival[], orderedOn: IsoDate | null): LaterArrival {
  const longest = findLongestLeadTime(goods.map(({ leadTime }) => leadTime))
  const firstStart = goods.flatMap(({ laterSince }) => laterSince ?? orderedOn ?? []).toSorted()[0]
  if (longest === null || firstStart === undefined) return { leadTime: longest, laterSince: null }
  const spans = goods.flatMap(({ leadTime, laterSince }) => {
    const start = laterSince ?? orderedOn ?? firstStart
    return leadTime ? [{ start, min: addDays(start, leadTime.min), max: addDays(start, leadTime.max) }] : []
  })
  const last = spans.reduce((a, b) => (b.max > a.max ? b : a))
  const min = spans
    .map(span => span.min)
    .toSorted()
    .at(-1)!
  return {
    leadTime: { min: countDaysBetween(last.start, min), max: countDaysBetween(last.start, last.max) },
    laterSince: last.start,
  }
}

/**
 * The day after which goods are late; null: not known. Goods without a day from which their lead time runs are not ordered
 * yet.
 */
export const getLastDay = ({ leadTime, laterSince }: LaterArrival): IsoDate | null =>
  leadTime && laterSince ? addDays(laterSince, leadTime.max) : null

/** 'about 11–18 December'; before ordering 'about 2–3 weeks from ordering'. */
export function formatLaterArrival({ leadTime, laterSince }: LaterArrival): string {
  if (!leadTime) return formatArrival(leadTime)
  if (!laterSince) return `${formatArrival(leadTime)} from ordering`
  return `about ${formatDayRange(addDays(laterSince, leadTime.min), addDays(laterSince, leadTime.max))}`
}

/** '11–18 December', '28 November – 5 December', '11 December'. */
function formatDayRange(first: IsoDate, last: IsoDate): string {
  if (first === last) return formatDayOfMonth(first)
  return first.slice(0, 7) === last.slice(0, 7)
    ? `${Number(first.slice(8))}–${formatDayOfMonth(last)}`
    : `${formatDayOfMonth(first)} – ${formatDayOfMonth(last)}`
}
