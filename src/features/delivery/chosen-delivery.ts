import { type BackOrderedGoods, formatArrival, type LeadTime } from '../../lib/availability.ts'
import { formatDay, type IsoDate, toIsoDate } from '../../lib/dates.ts'
import { lowerFirst, upperFirst } from '../../lib/text.ts'
import type { ServiceCode } from './services.ts'

/**
 * What an order stores of its delivery besides service, day, price and the details of its counter. What does not apply is
 * absent. `parse_delivery_title` (122-delivery-facts.sql) makes it of the sentence that earlier releases stored.
 */
export interface DeliveryFacts {
  /** How exact the day is; absent: on that day. */
  precision?: 'by' | 'about'
  /** Where it is collected, and from what time of its day: '15:00'. */
  counter?: string
  readyFrom?: string
  /** While no day can be promised: of the last of the goods, null when not known. Absent once a part of them has left. */
  leadTime?: LeadTime | null
  /** It was ordered to be sent together once everything is in. */
  isTogether?: true
  /** What an earlier release called the service, where it was not what it is called today. */
  service?: string
  /** The whole sentence, where an earlier release stored one that is not made of these facts. */
  text?: string
}

export interface ChosenDelivery {
  deliveryCode: string
  /** ISO date; null: no day is promised. */
  deliveryDate: string | null
  deliveryFacts: DeliveryFacts
}

export const precisions: Partial<Record<string, 'by' | 'about'>> = {
  CI4: 'about',
  IE3: 'by',
  NO5: 'about',
  QTD: 'about',
}

export const serviceTexts: Record<ServiceCode, { name: string; service: string }> = {
  ND: { name: 'Next working day', service: 'Next working day, before 17:30' },
  ND12: { name: 'Next working day before 12:00', service: 'Courier' },
  SAT: { name: 'Saturday', service: 'Saturday delivery, before 17:30' },
  NAM: { name: 'Named day', service: 'Named day' },
  HI2: { name: 'Highlands & Islands', service: 'Two working days, before 17:30' },
  NI2: { name: 'Northern Ireland', service: 'Two working days, before 17:30' },
  CI4: { name: 'Channel Islands', service: 'Three to five working days, with customs' },
  IE3: { name: 'Ireland', service: 'Two to three working days, with customs' },
  NO5: { name: 'Norway', service: 'Three to six working days, with customs' },
  PAL: { name: 'Pallet', service: 'Pallet, two working days, tail lift' },
  COL: { name: 'Collection', service: 'Collection' },
  QTD: { name: 'Delivery as quoted', service: 'Delivery as quoted' },
  quote: { name: 'Quote', service: 'We’ll price goods and carriage for you' },
}

const islesService = 'Two to four working days'
const beforeNoon = ', before 12:00'
const togetherText = 'Sent together once everything is in. Then: '

function formatServiceWords({ deliveryCode, deliveryFacts: { service, precision } }: ChosenDelivery): string {
  if (service !== undefined) return service
  if (deliveryCode === 'HI2' && precision === 'by') return islesService
  return serviceTexts[deliveryCode as ServiceCode]?.service ?? ''
}

const formatBeforeNoon = ({ deliveryCode }: ChosenDelivery): string =>
  deliveryCode === 'ND12' ? beforeNoon : ''

/** When it arrives: 'About Tuesday 24 November', 'About 2–3 weeks'. */
export function formatWhen(delivery: ChosenDelivery, arrival = formatLeadTime(delivery)): string {
  const { deliveryCode, deliveryDate, deliveryFacts } = delivery
  if (deliveryCode === 'quote') return 'Ask for a quote'
  if (deliveryCode === 'COL') return 'Collection'
  if (deliveryDate === null) return `${upperFirst(arrival)}${formatBeforeNoon(delivery)}`
  const day = formatDay(toIsoDate(deliveryDate))
  const { precision } = deliveryFacts
  return `${precision ? `${upperFirst(precision)} ` : ''}${day}${formatBeforeNoon(delivery)}`
}

/** How it is sent: 'Next working day, before 17:30'; where and when it is collected. `today`: null where it is read later. */
export function formatHow(
  delivery: ChosenDelivery,
  arrival = formatLeadTime(delivery),
  today: IsoDate | null = null,
): string {
  const { deliveryCode, deliveryDate, deliveryFacts } = delivery
  if (deliveryCode === 'COL') {
    const { counter, readyFrom } = deliveryFacts
    const day = deliveryDate === null ? lowerFirst(arrival) : formatDayOrToday(toIsoDate(deliveryDate), today)
    const when = deliveryDate === null || readyFrom === undefined ? day : `${day} from ${readyFrom}`
    return counter === undefined ? when : `${counter}, ${when}`
  }
  const service = formatServiceWords(delivery)
  return deliveryFacts.isTogether && deliveryDate === null ? `${togetherText}${lowerFirst(service)}` : service
}

const formatDayOrToday = (day: IsoDate, today: IsoDate | null): string =>
  day === today ? 'today' : formatDay(day)

const formatLeadTime = ({ deliveryFacts: { leadTime } }: ChosenDelivery): string =>
  formatArrival(leadTime ?? null)

/**
 * 'Thursday 26 November – Named day'. It is read on later days, so 'today' and 'Choose a day' are the day itself.
 * `arrival`: when the last of the goods arrives, where that is known better than by its lead time.
 */
export function formatChosenDelivery(delivery: ChosenDelivery, arrival = formatLeadTime(delivery)): string {
  const { deliveryCode, deliveryDate, deliveryFacts } = delivery
  if (deliveryFacts.text !== undefined) return deliveryFacts.text
  const hasWhen = deliveryCode === 'COL' || deliveryCode === 'quote' || deliveryDate !== null
  if (hasWhen || deliveryFacts.isTogether)
    return `${formatWhen(delivery, arrival)} – ${formatHow(delivery, arrival)}`
  if (deliveryFacts.leadTime !== undefined) return arrival
  return `${upperFirst(formatServiceWords(delivery))}${formatBeforeNoon(delivery)}`
}

/**
 * How a delivery is sent, without when it was to be complete: for the papers, and once something has left, because then it is
 * no longer sent together.
 */
export const formatStartedDelivery = (delivery: ChosenDelivery): string =>
  formatChosenDelivery({ ...delivery, deliveryFacts: toStarted(delivery.deliveryFacts) })

/** What is left of an order is not 'sent together' once a part has left. */
export function toStarted(facts: DeliveryFacts): DeliveryFacts {
  const { leadTime: _, isTogether, ...startedFacts } = facts
  return isTogether ? startedFacts : facts
}

/** The service alone, beside the day of the order's arrival. */
export function formatDeliveryService(delivery: ChosenDelivery): string {
  const { deliveryDate, deliveryFacts } = delivery
  if (deliveryFacts.text !== undefined) return deliveryFacts.service ?? deliveryFacts.text
  return deliveryDate === null ? formatStartedDelivery(delivery) : formatHow(delivery)
}

/** Where an order is collected: 'Leeds counter'. */
export const formatCollectionPoint = (delivery: ChosenDelivery): string =>
  delivery.deliveryFacts.counter ?? formatChosenDelivery(delivery)

/** The same delivery when some of its goods have still to arrive: it is promised for no day, but keeps its counter. */
export const toDeliveryWithoutDate = (
  delivery: ChosenDelivery,
  leadTime: LeadTime | null,
): Pick<ChosenDelivery, 'deliveryDate' | 'deliveryFacts'> => ({
  deliveryDate: null,
  deliveryFacts: {
    ...(delivery.deliveryCode === 'COL' && { counter: formatCollectionPoint(delivery) }),
    leadTime,
  },
})

/** What a basket says of its goods while no delivery is chosen; null when all are in stock. */
export function formatBackOrderedGoods(later: BackOrderedGoods | null): string | null {
  if (!later) return null
  const { leadTime, isPart } = later
  const arrival = formatArrival(leadTime)
  if (!isPart)
    return leadTime ? `Nothing is in stock yet: ${arrival}.` : `Nothing is in stock yet. ${arrival}.`
  const together = leadTime ? `All together: ${arrival}` : arrival
  return `Some items are on back order. ${together}. You can have what’s in stock first.`
}
