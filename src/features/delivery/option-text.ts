import { formatArrival, type LeadTime } from '../../lib/availability.ts'
import { formatDay, formatDayOfMonth, formatTime, type IsoDate, toLondonTime } from '../../lib/dates.ts'
import type { DeliverySettings } from '../../lib/delivery-settings.ts'
import { formatPounds } from '../../lib/money.ts'
import { contactSentence, fillInContact } from '../../lib/shop-contact.ts'
import { lowerFirst, upperFirst } from '../../lib/text.ts'
import type { ServiceCode } from './services.ts'
import { exportNotice } from './vat-rate.ts'
import type { Destination } from './zones.ts'

/** The texts of an option; '' where there is none. */
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
  /** The note on delivery in a quote. */
  quotedNote?: string
}

/** The date comes first and the speed second, because customers plan by days (R-UX-24). */
export function formatOption(code: ServiceCode, details: OptionDetails): OptionText {
  const text = texts[code](details, details.arg ? formatDay(details.arg) : '')
  const { later } = details
  if (!later || code === 'quote') return text
  const arrival = formatArrival(later.leadTime)
  return later.isSplit ? addRest(text, arrival) : replaceDay(code, text, arrival, details)
}

/** 'The rest: about 2–3 weeks.' */
export function formatRest(arrival: string): string {
  return `The rest: ${lowerFirst(arrival)}.`
}

function addRest(text: OptionText, arrival: string): OptionText {
  return { ...text, caption: joinSentences(formatRest(arrival), text.caption) }
}

function replaceDay(
  code: ServiceCode,
  { name, subtitle, caption }: OptionText,
  arrival: string,
  { settings }: OptionDetails,
): OptionText {
  if (code === 'COL') {
    return {
      name,
      title: 'Collection',
      subtitle: `${settings.collectionPoint}, ${lowerFirst(arrival)}`,
      caption: joinSentences('We’ll tell you when it’s ready.', caption),
    }
  }
  const title = upperFirst(arrival)
  return {
    name,
    title: code === 'ND12' ? `${title}${beforeNoon}` : title,
    subtitle: `${togetherText}${lowerFirst(subtitle)}`,
    caption,
  }
}

const joinSentences = (...sentences: readonly string[]): string => sentences.filter(Boolean).join(' ')

const collectionNotice = contactSentence(
  'Bring your order number. Questions? {phone}',
  'Bring your order number.',
)
const quoteNotice = contactSentence('In a hurry? Call us on {phone}', '')

const texts: Record<ServiceCode, (details: OptionDetails, dayText: string) => OptionText> = {
  ND: (details, dayText) => ({
    name: 'Next working day',
    title: dayText,
    subtitle: 'Next working day, before 17:30',
    caption: formatFreeDelivery(details),
  }),
  ND12: (_, dayText) => ({
    name: 'Next working day before 12:00',
    title: `${dayText}${beforeNoon}`,
    subtitle: 'Courier',
    caption: '',
  }),
  SAT: (_, dayText) => ({
    name: 'Saturday',
    title: dayText,
    subtitle: 'Saturday delivery, before 17:30',
    caption: '',
  }),
  NAM: ({ days }) => ({
    name: 'Named day',
    title: 'Choose a day',
    subtitle: days?.length
      ? `Working days from ${formatDayOfMonth(days[0]!)} to ${formatDayOfMonth(days.at(-1)!)}`
      : 'Working days',
    caption: '',
  }),
  HI2: ({ destination }, dayText) =>
    destination.zone === 'SCOT_ISLES'
      ? {
          name: 'Highlands & Islands',
          title: `By ${dayText}`,
          subtitle: 'Two to four working days',
          caption: '',
        }
      : {
          name: 'Highlands & Islands',
          title: dayText,
          subtitle: 'Two working days, before 17:30',
          caption: '',
        },
  NI2: (_, dayText) => ({
    name: 'Northern Ireland',
    title: dayText,
    subtitle: 'Two working days, before 17:30',
    caption: '',
  }),
  CI4: (_, dayText) => ({
    name: 'Channel Islands',
    title: `About ${dayText}`,
    subtitle: 'Three to five working days, with customs',
    caption: exportNotice,
  }),
  IE3: (_, dayText) => ({
    name: 'Ireland',
    title: `By ${dayText}`,
    subtitle: 'Two to three working days, with customs',
    caption: exportNotice,
  }),
  NO5: (_, dayText) => ({
    name: 'Norway',
    title: `About ${dayText}`,
    subtitle: 'Three to six working days, with customs',
    caption: exportNotice,
  }),
  PAL: (_, dayText) => ({
    name: 'Pallet',
    title: dayText,
    subtitle: 'Pallet, two working days, tail lift',
    caption: 'Your order is too heavy for a parcel.',
  }),
  COL: (details, dayText) => ({
    name: 'Collection',
    title: 'Collection',
    subtitle: `${details.settings.collectionPoint}, ${formatCollectionTime(details, dayText)}`,
    caption: joinSentences(
      ...(details.settings.collectionDetails ?? []).map(line => `${line}.`),
      fillInContact(collectionNotice, details),
    ),
  }),
  QTD: (details, dayText) => ({
    name: 'Delivery as quoted',
    title: `About ${dayText}`,
    subtitle: 'Delivery as quoted',
    caption: details.quotedNote ?? '',
  }),
  quote: details => ({
    name: 'Quote',
    title: 'Ask for a quote',
    subtitle: 'We’ll price goods and carriage for you',
    caption: fillInContact(quoteNotice, details),
  }),
}

function formatFreeDelivery({ settings: { freeFrom } }: OptionDetails): string {
  return freeFrom === null ? '' : `Free from ${formatPounds(freeFrom)} of goods ex VAT`
}

const lastMinuteOfDay = 24 * 60 - 1

/** An order before the cut-off is ready half an hour after it. */
export function formatCollectionReady(cutOffMinutes: number): string {
  return formatTime(Math.min(cutOffMinutes + 30, lastMinuteOfDay))
}

// A later order is ready the next working morning.
function formatCollectionTime({ now, arg, settings }: OptionDetails, dayText: string): string {
  if (arg === toLondonTime(now).date) return `today from ${formatCollectionReady(settings.cutOffMinutes)}`
  return `${dayText} from 10:00`
}

const beforeNoon = ', before 12:00'
const togetherText = 'Sent together once everything is in. Then: '

/**
 * How a delivery is sent, without when it was to be complete: for the papers, and once something has left, because then it is
 * no longer sent together.
 */
export function formatStartedDelivery(deliveryTitle: string): string {
  const [arrival, service] = deliveryTitle.split(` – ${togetherText}`) as [string, string | undefined]
  if (service === undefined) return deliveryTitle
  return `${upperFirst(service)}${arrival.endsWith(beforeNoon) ? beforeNoon : ''}`
}

/** Where an order is collected, by the title of its delivery: 'Collection – Leeds counter, today from 15:00'. */
export function parseCollectionPoint(deliveryTitle: string): string {
  return /^Collection – (.*), [^,]*$/.exec(deliveryTitle)?.[1] ?? deliveryTitle
}
