import { findLongestLeadTime, formatArrival, type LeadTime } from './availability.ts'
import { addDays, countDaysBetween, formatDay, type IsoDate } from './dates.ts'

/** Goods that come later, with the day from which their lead time runs; null or absent: that of the order. */
export interface LaterArrival {
  leadTime: LeadTime | null
  laterSince?: IsoDate | null
}

/** When the last of goods arrives, counted from the day of that one. `orderedOn`: null where it is not known. */
export function findLastArrival(goods: readonly LaterArrival[], orderedOn: IsoDate | null): LaterArrival {
  const longest = findLongestLeadTime(goods.map(({ leadTime }) => leadTime))
  const firstStart = goods.flatMap(({ laterSince }) => laterSince ?? orderedOn ?? []).toSorted()[0]
  if (longest === null || firstStart === undefined) return { leadTime: longest, laterSince: null }
  const spans = goods.flatMap(({ leadTime, laterSince = null }) => {
    const start = laterSince ?? orderedOn ?? firstStart
    return leadTime
      ? [{ laterSince, start, min: addDays(start, leadTime.min), max: addDays(start, leadTime.max) }]
      : []
  })
  const last = spans.reduce((a, b) => (b.max > a.max ? b : a))
  const min = spans
    .map(span => span.min)
    .toSorted()
    .at(-1)!
  return {
    leadTime: { min: countDaysBetween(last.start, min), max: countDaysBetween(last.start, last.max) },
    laterSince: last.laterSince,
  }
}

/** 'about 2–3 weeks from Thursday 26 November', 'about 2–3 weeks from ordering'. */
export function formatLaterArrival({ leadTime, laterSince }: LaterArrival): string {
  const arrival = formatArrival(leadTime)
  return leadTime ? `${arrival} from ${laterSince ? formatDay(laterSince) : 'ordering'}` : arrival
}
