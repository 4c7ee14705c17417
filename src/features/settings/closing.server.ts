import type { AppContext } from '../../infra/app-context.ts'
import type { Config } from '../../infra/config.ts'
import { formatDate, formatDayOfMonth, toIsoDate, toLondonTime } from '../../lib/dates.ts'
import { findNextDeliveryDay, getHolidaysEnd } from '../delivery/calendar.ts'
import { formatHolidayYear, proposeHolidays } from '../delivery/holiday-rules.ts'
import { listPromisedOrders } from './queries.ts'

const maxNamed = 10

/** ' 2 orders were promised …': those whose day the closing days make impossible; ''. */
export async function describeBrokenPromises({ db, config, now }: AppContext): Promise<string> {
  const today = toLondonTime(now()).date
  const settings = config.delivery
  const broken = (await listPromisedOrders(db, today))
    .filter(({ day, ...service }) => {
      const from = toIsoDate(day)
      return findNextDeliveryDay(service, { from, today, settings }) !== from
    })
    .map(({ reference }) => reference)
  if (broken.length === 0) return ''
  const more = broken.length > maxNamed ? ` and ${broken.length - maxNamed} more` : ''
  const orders = broken.length === 1 ? 'One order was promised' : `${broken.length} orders were promised`
  return ` ${orders} for days that cannot be kept now, so call their customers: ${broken.slice(0, maxNamed).join(', ')}${more}.`
}

/** The next year whose bank holidays are not known yet, a year ahead; null: all are. */
export function proposeYear({ delivery }: Pick<Config, 'delivery'>) {
  const end = getHolidaysEnd(delivery ?? {})
  const year = Number(end.slice(0, 4)) + 1
  return {
    until: formatDate(end),
    year,
    days: proposeHolidays(year)['england-and-wales'].map(formatDayOfMonth).join(', '),
    value: formatHolidayYear(year),
  }
}
