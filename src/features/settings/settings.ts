export const settingsUrl = '/admin/settings'
export const toPartUrl = (part: string): `/admin/settings/${string}` => `/admin/settings/${part}`
export const toSettingsSubject = (part: string): string => `settings ${part}`

/** 'list': in the environment its lines have commas between. */
type FieldKind = 'text' | 'list' | 'short' | 'long' | 'choice'

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
}

export interface SettingsPart {
  name: string
  fields: readonly SettingField[]
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

/** As a form shows it. */
export function toTyped(
  { name, kind, standard = '' }: SettingField,
  texts: Partial<Record<string, string>>,
): string {
  const text = texts[name] ?? standard
  return kind === 'list' ? splitList(text).join('\n') : text
}

/** As it is stored. */
export function fromTyped({ kind, standard }: SettingField, typed: string): string {
  if (kind === 'list') return typed.split('\n').flatMap(splitList).join(', ')
  return typed === standard ? '' : typed.trim()
}

const splitList = (text: string): string[] =>
  text
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')

/** 'SHOP_EMAIL is not valid: an e-mail address' → the field and 'Enter an e-mail address.' */
export function toFieldError(problem: string, part: SettingsPart): { id: string; text: string } {
  const [, name = '', what = ''] = /^([A-Z_]+) is (?:not valid|missing): (.*)$/s.exec(problem) ?? []
  const labels = new Map(Object.values(settingsParts).flatMap(({ fields }) => fields.map(toLabel)))
  const readable = what.replace(/\b[A-Z]+(?:_[A-Z]+)+\b/g, word => labels.get(word) ?? word)
  const isHere = part.fields.some(field => field.name === name)
  const text = problem.includes(' is missing: ')
    ? `${labels.get(name) ?? name} is missing: ${readable}.`
    : `Enter ${readable}.`
  return { id: isHere ? name : (part.fields[0]?.name ?? name), text }
}

const toLabel = ({ name, label }: SettingField) => [name, label] as const

const maxLength = 80

/** 'Telephone: 0113 496 0000', as the history has it. */
export function formatValue({ label, options, standard }: SettingField, value: string): string {
  const text = value || standard || ''
  const word = options?.[text] ?? (text || 'nothing')
  return `${label}: ${word.length > maxLength ? `${word.slice(0, maxLength)}…` : word}`
}
