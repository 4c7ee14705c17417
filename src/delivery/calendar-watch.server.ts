import type { House } from '../platform/house.ts'
import { type IsoDate, londonTime } from '../shared/dates.ts'
import { calendarRunsOut } from './bank-holidays.ts'

/**
 * Tells the log once a day, London's, that the bank holidays run out or have run out: promised days of delivery would
 * be wrong. Ask it at the start and as often as you like.
 */
export function watchCalendar({ now, log }: Pick<House, 'now' | 'log'>): () => void {
  let told: IsoDate | null = null
  return () => {
    const today = londonTime(now()).date
    if (today === told) return
    told = today
    const { until, urgency } = calendarRunsOut(today)
    if (urgency === 'soon') log.warn({ until }, 'the bank holidays are known for less than 60 days more')
    if (urgency === 'now') log.error({ until }, 'the bank holidays are not known any more')
  }
}
