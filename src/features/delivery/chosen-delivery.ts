import { formatArrival, type LaterGoods } from '../../lib/availability.ts'
import { formatDay, type IsoDate } from '../../lib/dates.ts'
import { formatRest } from './option-text.ts'
import type { DeliveryOption } from './options.ts'

/**
 * 'Thursday 26 November – Named day'. It is read on later days, so 'today' and 'Choose a day' are the day itself.
 * `date`: null while no day can be promised.
 */
export function formatChosenDelivery(option: DeliveryOption, date: IsoDate | null): string {
  const { code, name, title, subtitle } = option
  if (date === null) return `${title} – ${subtitle}`
  const dayText = formatDay(date)
  if (code === 'COL') return `${title} – ${subtitle.replace('today', dayText)}`
  return option.days ? `${dayText} – ${name}` : `${title} – ${subtitle}`
}

/** The chosen delivery with what it leaves for later: '… before 17:30. The rest: about 2–3 weeks.' */
export function formatChosenDeliveryWithRest(option: DeliveryOption, date: IsoDate | null): string {
  const text = formatChosenDelivery(option, date)
  return option.rest === undefined ? text : `${text}. ${formatRest(option.rest)}`
}

/** What a basket says of its goods while no delivery is chosen; null when all are in stock. */
export function formatLaterGoods(later: LaterGoods | null): string | null {
  if (!later) return null
  const { leadTime, isPart } = later
  const arrival = formatArrival(leadTime)
  if (!isPart)
    return leadTime ? `Nothing is in stock yet: ${arrival}.` : `Nothing is in stock yet. ${arrival}.`
  const together = leadTime ? `All together: ${arrival}` : arrival
  return `Some items are on back order. ${together}. You can have what’s in stock first.`
}
