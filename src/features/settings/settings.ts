import { formatClosing, parseClosings } from '../../lib/closing.ts'
import { pricedServices, weekdayNames } from '../../lib/delivery-settings.ts'
import { parsePounds } from '../../lib/money.ts'
import { serviceTexts } from '../delivery/chosen-delivery.ts'

export const settingsUrl = '/admin/settings'
export const toPartUrl = (part: string): `/admin/settings/${string}` => `/admin/settings/${part}`
export const toSettingsSubject = (part: string): string => `settings ${part}`

/** 'list': in the environment its lines have commas between. */
type FieldKind = 'text' | 'list' | 'short' | 'lines' | 'long' | 'choice' | 'day' | 'hidden'

export interface SettingField {
  /** As in the environment. */
  name: string
  label: string
  hint?: string
  kind?: FieldKind
  /** Of a choice: value → text. */
  options?: Record<string, string>
  /** What applies while nothing is set. */
  standard?: string
  /** It is several fields of the form. */
  split?: SplitSetting
}

interface SplitSetting {
  /** Field → label. */
  labels: Record<string, string>
  /** Of the fields that are no short texts. */
  kinds?: Record<string, Pick<SettingField, 'kind' | 'options'>>
  split: (text: string) => Record<string, string>
  join: (typed: TypedSettings) => string
  /** Of one field; null: nothing is wrong. */
  getError: (typed: string) => string | null
}

/** What a form was sent with, by its fields. */
export type TypedSettings = Partial<Record<string, string>>

/** An input of the page. */
export interface SettingInput extends Omit<SettingField, 'split'> {
  id: string
  value: string
}

export interface SettingsPart {
  name: string
  fields: readonly SettingField[]
}

const splitList = (text: string): string[] =>
  text
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')

const toPriceId = (service: string): string => `PRICE_${service}`

const deliveryPrices: SplitSetting = {
  labels: Object.fromEntries(
    pricedServices.map(service => [toPriceId(service), `${serviceTexts[service].name} (${service})`]),
  ),
  split: text => {
    const pairs = splitList(text).map(pair => pair.split('=').map(part => part.trim()))
    return Object.fromEntries(pairs.map(([service = '', price = '']) => [toPriceId(service), price]))
  },
  join: typed =>
    pricedServices
      .map(service => [service, typed[toPriceId(service)]?.trim() ?? ''] as const)
      .filter(([, price]) => price !== '')
      .map(pair => pair.join('='))
      .join(', '),
  getError: typed =>
    typed.trim() === '' || parsePounds(typed) !== null ? null : 'Enter an amount in pounds.',
}

const toCutOffId = (day: string): string => `CUT_OFF_${day.toUpperCase()}`

const cutOffs: SplitSetting = {
  labels: {
    [toCutOffId('')]: 'Cut-off',
    ...Object.fromEntries(weekdayNames.map(day => [toCutOffId(day), `Cut-off on ${day}`])),
  },
  split: text =>
    Object.fromEntries(
      splitList(text).map(part => {
        const [day = '', time = ''] = part.includes(' ') ? part.split(/\s+/) : ['', part]
        return [toCutOffId(day), time]
      }),
    ),
  join: typed =>
    ['', ...weekdayNames]
      .map(day => [day, typed[toCutOffId(day)]?.trim() ?? ''] as const)
      .filter(([, time]) => time !== '')
      .map(pair => pair.join(' ').trim())
      .join(', '),
  getError: typed =>
    typed.trim() === '' || /^([01]?\d|2[0-3]):[0-5]\d$/.test(typed.trim())
      ? null
      : 'Enter a time such as 14:30.',
}

const closing: SplitSetting = {
  labels: {
    CLOSING_WHO: 'What is closed',
    CLOSING_FROM: 'First day',
    CLOSING_TO: 'Last day',
    CLOSING_REASON: 'Reason, for customers',
  },
  kinds: {
    CLOSING_WHO: {
      kind: 'choice',
      options: {
        shop: 'The whole shop',
        carrier: 'The carrier: nothing leaves or arrives',
        counter: 'The counter',
      },
    },
    CLOSING_FROM: { kind: 'day' },
    CLOSING_TO: { kind: 'day' },
    CLOSING_REASON: { kind: 'text' },
  },
  split: () => ({}),
  join: ({ CLOSING_WHO: who, CLOSING_FROM: from, CLOSING_TO: to, CLOSING_REASON: text = '' }) =>
    from || to ? [who, from, to || from, text.replace(/[\n;]/g, ' ')].join(' ').trim() : '',
  getError: () => null,
}

/** The pages of the settings, in their order. */
export const settingsParts: Record<string, SettingsPart> = {
  contact: {
    name: 'Shop and contact',
    fields: [
      { name: 'SHOP_NAME', label: 'Name of the shop', standard: 'Filterhouse' },
      { name: 'SHOP_PHONE', label: 'Telephone', hint: 'At the top of each page, in emails and on papers.' },
      { name: 'SHOP_EMAIL', label: 'Email address', hint: 'Customers write to it, and emails come from it.' },
      { name: 'SHOP_ADDRESS', label: 'Address', kind: 'list', hint: 'As on invoices, a line each.' },
      {
        name: 'SHOP_OPENING_HOURS',
        label: 'Opening hours',
        kind: 'list',
        hint: 'A line each, such as Monday to Friday 7:30–17:30.',
      },
    ],
  },
  invoices: {
    name: 'Invoices and accounts',
    fields: [
      {
        name: 'SHOP_VAT_NUMBER',
        label: 'VAT number',
        hint: 'Without it invoices say that they are no VAT invoices.',
      },
      { name: 'SHOP_COMPANY_NUMBER', label: 'Company number' },
      {
        name: 'SHOP_BANK',
        label: 'Bank details',
        kind: 'list',
        hint: 'Where customers transfer money to, a line each.',
      },
      {
        name: 'INVOICE_WHEN',
        label: 'Invoices are issued',
        kind: 'choice',
        options: { despatch: 'With each parcel, as it leaves', placed: 'Once the order is placed' },
        standard: 'despatch',
      },
      {
        name: 'INVOICE_DUE',
        label: 'Invoices on account are due after',
        kind: 'short',
        hint: 'Days, such as 30, or 30 end of month.',
      },
      {
        name: 'CREDIT_OVERDUE_HOLD_DAYS',
        label: 'Hold orders of an account that is overdue for more than',
        kind: 'short',
        hint: 'Days; 0: no order is held for it.',
        standard: '0',
      },
      {
        name: 'CREDIT_STOP_DAYS',
        label: 'Put an account on stop that is overdue for more than',
        kind: 'short',
        hint: 'Days; 0: no account is stopped by itself.',
        standard: '0',
      },
      {
        name: 'REMINDER_DAYS',
        label: 'Days overdue of the three reminders',
        kind: 'short',
        hint: 'Such as 7, 21, 35; empty: none are sent.',
      },
      {
        name: 'STATEMENTS',
        label: 'Statements by email',
        kind: 'choice',
        options: { off: 'None', monthly: 'Each month' },
        standard: 'off',
      },
    ],
  },
  orders: {
    name: 'Orders and quotes',
    fields: [
      {
        name: 'MINIMUM_ORDER',
        label: 'Minimum order',
        kind: 'short',
        hint: 'Pounds of goods ex VAT; empty: none.',
      },
      {
        name: 'PROFORMA_HOLD_DAYS',
        label: 'Hold goods for the money of a pro forma for',
        kind: 'short',
        hint: 'Days; then the order is cancelled.',
        standard: '7',
      },
      {
        name: 'QUOTE_REMINDER_DAYS',
        label: 'Remind of a quote before its last day by',
        kind: 'short',
        hint: 'Days; 0: no reminder.',
        standard: '3',
      },
    ],
  },
  delivery: {
    name: 'Delivery',
    fields: [
      {
        name: 'DELIVERY_PRICES',
        label: 'Prices of delivery services',
        hint: 'Pounds ex VAT; empty: the service is not offered.',
        split: deliveryPrices,
      },
      {
        name: 'DELIVERY_FREE_FROM',
        label: 'Next working day is free from',
        kind: 'short',
        hint: 'Pounds of goods ex VAT; empty: never.',
      },
      {
        name: 'DELIVERY_CUT_OFF',
        label: 'Cut-off',
        hint: 'Orders before it leave the same working day. On a weekday without its own it is the first.',
        split: cutOffs,
      },
      {
        name: 'DELIVERY_SURCHARGES',
        label: 'Surcharges by postcode',
        kind: 'lines',
        hint: 'A line each: areas or districts, a colon, pounds ex VAT, such as AB31-38, IV, KW, HS: 12.50',
      },
    ],
  },
  closing: {
    name: 'Closing days',
    fields: [
      {
        name: 'CLOSING_DAYS',
        label: 'Closing days',
        hint: 'Customers read it from a fortnight before, and no delivery or collection is promised that it prevents.',
        split: closing,
      },
      { name: 'BANK_HOLIDAYS', label: 'Bank holidays', kind: 'hidden' },
    ],
  },
  terms: {
    name: 'Terms of sale',
    fields: [
      {
        name: 'TERMS',
        label: 'Terms of sale',
        kind: 'long',
        hint: 'The first line is their version, the day from which they apply: Version: 2027-01-01. Then sections: a line that begins with #, and its paragraphs. Each order keeps the version that its customer agreed to.',
      },
    ],
  },
  counter: {
    name: 'Collection',
    fields: [
      {
        name: 'COLLECTION_POINT',
        label: 'Name of the counter',
        hint: 'Such as Leeds counter; empty: orders cannot be collected.',
      },
      { name: 'COLLECTION_ADDRESS', label: 'Address of the counter' },
      { name: 'COLLECTION_HOURS', label: 'When it is open', hint: 'Such as Monday to Friday 7:30–17:30.' },
    ],
  },
  returns: {
    name: 'Returns',
    fields: [
      {
        name: 'RETURNS_DAYS',
        label: 'Unused parts may come back within',
        kind: 'short',
        hint: 'Days of delivery; empty: by agreement.',
      },
      {
        name: 'RETURNS_CHARGE',
        label: 'Charge for handling',
        kind: 'short',
        hint: 'Per cent of the price; empty: none is stated.',
      },
      { name: 'RETURNS_ADDRESS', label: 'Address for returns', kind: 'list', hint: 'A line each.' },
    ],
  },
}

export const listPartNames = ({ fields }: SettingsPart): string[] => fields.map(({ name }) => name)

/** As a form shows it; `typed`: what was typed into a form that comes back. */
export function toInputs(field: SettingField, texts: TypedSettings, typed: TypedSettings): SettingInput[] {
  const { split, ...rest } = field
  const { name, kind, standard = '' } = field
  const text = texts[name] ?? standard
  if (!split) {
    const value = kind === 'list' ? splitList(text).join('\n') : text
    return [{ ...rest, id: name, value: typed[name] ?? value }]
  }
  const values = split.split(text)
  return Object.entries(split.labels).map(([id, label], index) => ({
    ...{ name, id, label, kind: 'short' as const, ...split.kinds?.[id] },
    value: typed[id] ?? values[id] ?? '',
    ...(index === 0 && rest.hint && { hint: rest.hint }),
  }))
}

export const listFieldIds = ({ name, split }: SettingField): string[] =>
  split ? Object.keys(split.labels) : [name]

/** As it is stored; undefined: the form does not have it. */
export function fromTyped(field: SettingField, typed: TypedSettings): string | undefined {
  const { name, kind, standard, split } = field
  if (listFieldIds(field).every(id => typed[id] === undefined)) return undefined
  if (split) return split.join(typed)
  const text = typed[name]!
  if (kind === 'list') return text.split('\n').flatMap(splitList).join(', ')
  return text === standard ? '' : text.trim()
}

/** What is wrong with single fields. */
export const findFieldErrors = ({ fields }: SettingsPart, typed: TypedSettings): Record<string, string> =>
  Object.fromEntries(
    fields.flatMap(({ split }) =>
      Object.keys(split?.labels ?? {}).flatMap(id => {
        const error = split!.getError(typed[id] ?? '')
        return error === null ? [] : [[id, error]]
      }),
    ),
  )

/** 'SHOP_EMAIL is not valid: an e-mail address' → the field and 'Enter an e-mail address.' */
export function toFieldError(problem: string, part: SettingsPart): { id: string; text: string } {
  const [, name = '', what = ''] = /^([A-Z_]+) is (?:not valid|missing): (.*)$/s.exec(problem) ?? []
  const labels = new Map(Object.values(settingsParts).flatMap(({ fields }) => fields.map(toLabel)))
  const readable = what.replace(/\b[A-Z]+(?:_[A-Z]+)+\b/g, word => labels.get(word) ?? word)
  const here = part.fields.find(field => field.name === name)
  const text = problem.includes(' is missing: ')
    ? `${labels.get(name) ?? name} is missing: ${readable}.`
    : `${name === 'TERMS' ? 'The terms cannot be read: ' : 'Enter '}${readable}.`
  return { id: listFieldIds(here ?? part.fields[0]!)[0]!, text }
}

const toLabel = ({ name, label }: SettingField) => [name, label] as const

const maxLength = 80

/** 'Telephone: 0113 496 0000', as the history has it. */
export function formatValue({ name, label, options, standard }: SettingField, value: string): string {
  const text = value || standard || ''
  const closings = name === 'CLOSING_DAYS' ? parseClosings(value) : []
  if (typeof closings !== 'string' && closings.length > 0) return closings.map(formatClosing).join(' ')
  const word = options?.[text] ?? (text || 'nothing')
  return `${label}: ${word.length > maxLength ? `${word.slice(0, maxLength)}…` : word}`
}
