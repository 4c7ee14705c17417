import type { AppContext } from '../../infra/app-context.ts'
import { type IsoDate, toLondonTime } from '../../lib/dates.ts'
import { getCalendarExpiry } from './bank-holidays.ts'
import { getHolidaysEnd } from './calendar.ts'

/**
 * Returns a check that logs once a day (London time) when the bank holiday tables are about to end or have ended, because
 * promised delivery days would be wrong. Call it at the start and as often as convenient.
 */
export function createCalendarWatch({
  config,
  now,
  log,
}: Pick<AppContext, 'config' | 'now' | 'log'>): () => void {
  let lastChecked: IsoDate | null = null
  return () => {
    const today = toLondonTime(now()).date
    if (today === lastChecked) return
    lastChecked = today
    const { until, urgency } = getCalendarExpiry(today, getHolidaysEnd(config.delivery ?? {}))
    if (urgency === 'soon') log.warn({ until }, 'the bank holiday tables end in less than 60 days')
    if (urgency === 'now') log.error({ until }, 'the bank holiday tables have ended')
  }
}
