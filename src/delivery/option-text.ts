import { type IsoDate, londonTime, showDay, showDayOfMonth, showTime } from '../shared/dates.ts'
import { showPounds } from '../shared/money.ts'
import type { DeliverySettings, ServiceCode } from './services.ts'
import { exportNotice } from './vat-rate.ts'
import type { Destination } from './zones.ts'

/** What an option says of itself; '' where there is nothing to say. */
export interface OptionText {
  name: string
  title: string
  subtitle: string
  caption: string
}

export interface OptionFacts {
  now: Date
  arg: IsoDate | null
  days?: readonly IsoDate[]
  leadDays: number
  destination: Destination
  settings: DeliverySettings
  /** What the quote says of its delivery. */
  quotedNote?: string
}

/** The date first, the speed second: people plan by days (Specification §3: name, title, subtitle, caption). */
export function optionText(code: ServiceCode, facts: OptionFacts): OptionText {
  return texts[code](facts, facts.arg ? showDay(facts.arg) : '')
}

const texts: Record<ServiceCode, (facts: OptionFacts, dayText: string) => OptionText> = {
  ND: (facts, dayText) => ({
    name: 'Next working day',
    title: dayText,
    subtitle: `Next working day${facts.leadDays ? ' after despatch' : ''}, before 17:30`,
    caption: freeCaption(facts),
  }),
  ND12: (_, dayText) => ({
    name: 'Next working day before 12:00',
    title: `${dayText}, before 12:00`,
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
    subtitle: days?.length ? `Working days until ${showDayOfMonth(days.at(-1)!)}` : 'Working days',
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
  COL: (facts, dayText) => ({
    name: 'Collection',
    title: 'Collection',
    subtitle: `${facts.settings.counter}, ${readyAt(facts, dayText)}`,
    caption: fill('Bring your order reference. Questions? {phone}', facts),
  }),
  QTD: (facts, dayText) => ({
    name: 'Delivery as quoted',
    title: `About ${dayText}`,
    subtitle: 'Delivery as quoted',
    caption: facts.quotedNote ?? '',
  }),
  quote: facts => ({
    name: 'Quote',
    title: 'Ask for a quote',
    subtitle: 'We price goods and carriage for you',
    caption: fill('In a hurry? Call us on {phone}', facts),
  }),
}

function freeCaption({ settings: { freeFrom } }: OptionFacts): string {
  return freeFrom === null ? '' : `Free from ${showPounds(freeFrom)} of goods ex VAT`
}

// An order before the cut-off is picked by half an hour after it; a later one in the next morning.
function readyAt({ now, arg, settings }: OptionFacts, dayText: string): string {
  if (arg === londonTime(now).date) return `today from ${showTime(settings.cutOffMinutes + 30)}`
  return `${dayText} from 10:00`
}

function fill(words: string, { settings }: OptionFacts): string {
  return words.replace('{phone}', settings.phone)
}
