import { formatArrival, type LeadTime } from '../../lib/availability.ts'
import { formatDayOfMonth, formatTime, type IsoDate, toLondonTime } from '../../lib/dates.ts'
import { type DeliverySettings, getCutOff } from '../../lib/delivery-settings.ts'
import { formatPounds, type Pence, zero } from '../../lib/money.ts'
import { contactSentence, fillInContact } from '../../lib/shop-contact.ts'
import { lowerFirst } from '../../lib/text.ts'
import { type DeliveryFacts, formatHow, formatWhen, precisions, serviceTexts } from './chosen-delivery.ts'
import type { ServiceCode } from './services.ts'
import { exportNotice } from './vat-rate.ts'
import type { Destination } from './zones.ts'

export interface OptionText {
  name: string
  title: string
  subtitle: string
  caption: string
}

export interface OptionDetails {
  now: Date
  arg: IsoDate | null
  days?: readonly IsoDate[]
  /** What is not in stock, and whether the delivery is of what is (R-DELIVERY-10). */
  later: { leadTime: LeadTime | null; isSplit: boolean } | null
  destination: Destination
  settings: DeliverySettings
  phone: string | null
  quotedNote?: string
  /** Ex VAT, in the option's price; 0: none. */
  surcharge?: Pence
}

export function toDeliveryFacts(code: ServiceCode, details: OptionDetails): DeliveryFacts {
  const { arg, now, later, destination, settings } = details
  const isIsles = code === 'HI2' && destination.zone === 'SCOT_ISLES'
  const leadTime = later?.leadTime ?? null
  if (code === 'quote') return {}
  if (code === 'COL') {
    const counter = settings.collectionPoint ?? ''
    if (arg === null) return { counter, leadTime }
    // A later order is ready the next working morning.
    const { date } = toLondonTime(now)
    return { counter, readyFrom: arg === date ? formatCollectionReady(getCutOff(settings, date)) : '10:00' }
  }
  const precision = isIsles ? 'by' : precisions[code]
  return {
    ...(precision && { precision }),
    ...(arg === null && { leadTime, ...(later && { isTogether: true as const }) }),
  }
}

/** The date comes first and the speed second, because customers plan by days (R-UX-24). */
export function formatOption(code: ServiceCode, facts: DeliveryFacts, details: OptionDetails): OptionText {
  const { arg, later, now } = details
  const delivery = { deliveryCode: code, deliveryDate: arg, deliveryFacts: facts }
  const isDayChosen = code === 'NAM' && (!later || later.isSplit)
  const text = {
    name: serviceTexts[code].name,
    title: isDayChosen ? 'Choose a day' : formatWhen(delivery),
    subtitle: isDayChosen
      ? formatChoosableDays(details)
      : formatHow(delivery, formatArrival(later?.leadTime ?? null), toLondonTime(now).date),
    caption: joinSentences(captions[code]?.(details) ?? '', formatSurcharge(code, details)),
  }
  if (!later || code === 'quote') return text
  if (later.isSplit)
    return { ...text, caption: joinSentences(formatRest(formatArrival(later.leadTime)), text.caption) }
  return code === 'COL'
    ? { ...text, caption: joinSentences('We’ll tell you when it’s ready.', text.caption) }
    : text
}

/** 'The rest: about 2–3 weeks.' */
export function formatRest(arrival: string): string {
  return `The rest: ${lowerFirst(arrival)}.`
}

const joinSentences = (...sentences: readonly string[]): string => sentences.filter(Boolean).join(' ')

const formatSurcharge = (code: ServiceCode, { surcharge = zero }: OptionDetails): string =>
  surcharge === 0 || code === 'COL' || code === 'QTD' || code === 'quote'
    ? ''
    : `With ${formatPounds(surcharge)} for your postcode.`

const collectionNotice = contactSentence(
  'Bring your order number. Questions? {phone}',
  'Bring your order number.',
)
const quoteNotice = contactSentence('In a hurry? Call us on {phone}', '')

const captions: Partial<Record<ServiceCode, (details: OptionDetails) => string>> = {
  ND: formatFreeDelivery,
  CI4: () => exportNotice,
  IE3: () => exportNotice,
  NO5: () => exportNotice,
  PAL: () => 'Your order is too heavy for a parcel.',
  COL: details =>
    joinSentences(
      ...(details.settings.collectionDetails ?? []).map(line => `${line}.`),
      fillInContact(collectionNotice, details),
    ),
  QTD: ({ quotedNote }) => quotedNote ?? '',
  quote: details => fillInContact(quoteNotice, details),
}

const formatChoosableDays = ({ days }: OptionDetails): string =>
  days?.length
    ? `Working days from ${formatDayOfMonth(days[0]!)} to ${formatDayOfMonth(days.at(-1)!)}`
    : 'Working days'

function formatFreeDelivery({ settings: { freeFrom } }: OptionDetails): string {
  return freeFrom === null ? '' : `Free from ${formatPounds(freeFrom)} of goods ex VAT`
}

const lastMinuteOfDay = 24 * 60 - 1

/** An order before the cut-off is ready half an hour after it. */
export function formatCollectionReady(cutOffMinutes: number): string {
  return formatTime(Math.min(cutOffMinutes + 30, lastMinuteOfDay))
}
