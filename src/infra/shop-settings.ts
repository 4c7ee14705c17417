import { z } from 'zod'
import { parseDeliverySettings } from '../lib/delivery-settings.ts'
import { parsePounds, zero } from '../lib/money.ts'
import { parseInvoiceDue, parseSageCodes, parseXeroCodes } from '../lib/shop-settings.ts'
import { parseTerms } from '../lib/terms.ts'
import { demoTexts } from './demo-settings.ts'

export const defaultShopName = 'Filterhouse'

const days = (min: number, max: number) => {
  const error = `a whole number from ${min} to ${max}`
  return z.coerce.number(error).int(error).min(min, error).max(max, error)
}

/** Settings that managers change; the environment has their first values, and terms are in TERMS_FILE there. */
export const shopSettingsSchemas = {
  SHOP_NAME: z.string().max(100, 'up to 100 characters').default(defaultShopName),
  SHOP_PHONE: z.string().regex(/\d/, 'a telephone number').optional(),
  SHOP_EMAIL: z.email('an e-mail address').optional(),
  SHOP_OPENING_HOURS: z.string().max(200, 'up to 200 characters').optional(),
  SHOP_ADDRESS: z.string().max(300, 'up to 300 characters').optional(),
  SHOP_VAT_NUMBER: z.string().max(40, 'up to 40 characters').optional(),
  SHOP_COMPANY_NUMBER: z.string().max(40, 'up to 40 characters').optional(),
  SHOP_BANK: z.string().max(300, 'up to 300 characters').optional(),
  DELIVERY_PRICES: z.string().optional(),
  DELIVERY_CUT_OFF: z.string().optional(),
  DELIVERY_FREE_FROM: z.string().optional(),
  DELIVERY_SURCHARGES: z.string().optional(),
  CLOSING_DAYS: z.string().optional(),
  BANK_HOLIDAYS: z.string().optional(),
  MINIMUM_ORDER: z.string().optional(),
  INVOICE_DUE: z.string().optional(),
  SAGE_CODES: z.string().optional(),
  XERO_CODES: z.string().optional(),
  COLLECTION_POINT: z.string().max(60, 'up to 60 characters').optional(),
  COLLECTION_ADDRESS: z.string().max(200, 'up to 200 characters').optional(),
  COLLECTION_HOURS: z.string().max(200, 'up to 200 characters').optional(),
  RETURNS_DAYS: days(1, 365).optional(),
  RETURNS_CHARGE: days(0, 100).optional(),
  RETURNS_ADDRESS: z.string().max(300, 'up to 300 characters').optional(),
  INVOICE_WHEN: z.enum(['despatch', 'placed']).default('despatch'),
  QUOTE_REMINDER_DAYS: days(0, 60).default(3),
  CREDIT_OVERDUE_HOLD_DAYS: days(0, 365).default(0),
  CREDIT_STOP_DAYS: days(0, 365).default(0),
  PROFORMA_HOLD_DAYS: days(1, 90).default(7),
  STATEMENTS: z.enum(['off', 'monthly']).default('off'),
  REMINDER_DAYS: z
    .string()
    .regex(/^\d{1,3}, ?\d{1,3}, ?\d{1,3}$/, 'three numbers of days, such as 7, 21, 35')
    .transform(text => text.split(',').map(Number) as [number, number, number])
    .refine(
      ([first, second, third]) => first > 0 && first < second && second < third,
      'three numbers of days that rise',
    )
    .optional(),
}

export type SettingName = keyof typeof shopSettingsSchemas | 'TERMS'
export const changeableNames = [...Object.keys(shopSettingsSchemas), 'TERMS'] as SettingName[]

/** By name, in the form of the environment. */
export type SettingTexts = Partial<Record<SettingName, string>>

export type ShopSettings = Exclude<ReturnType<typeof toShopSettings>, string>

/** What is set in the environment replaces these of the demo together. */
const demoGroups = [/^(?:DELIVERY|COLLECTION)_/, /^RETURNS_(?:DAYS|CHARGE)$/]

/** The settings before managers change any: those of the environment and, in a demo, of the demo. */
export function toFirstTexts(environment: SettingTexts, isDemo: boolean): SettingTexts {
  if (!isDemo) return environment
  const isReplaced = (name: string) =>
    demoGroups.some(group => group.test(name) && Object.keys(environment).some(set => group.test(set)))
  const demo = Object.entries(demoTexts).filter(([name]) => !isReplaced(name))
  return { ...Object.fromEntries(demo), ...environment }
}

/** A string: what is wrong, with the setting's name. */
export function parseShopSettings(texts: SettingTexts): ShopSettings | string {
  const parsed = z.object(shopSettingsSchemas).safeParse(texts)
  if (parsed.success) return toShopSettings({ ...parsed.data, TERMS: texts.TERMS })
  const [issue] = parsed.error.issues
  return `${String(issue?.path[0])} is not valid: ${issue?.message}`
}

type SettingValues = z.output<z.ZodObject<typeof shopSettingsSchemas>> & { TERMS: string | undefined }

/** What the shop says about itself. Nothing is invented: what is not set is null (R-EMPTY-1). */
function toShopSettings(e: SettingValues) {
  const delivery = parseDeliverySettings({
    prices: e.DELIVERY_PRICES,
    cutOff: e.DELIVERY_CUT_OFF,
    freeFrom: e.DELIVERY_FREE_FROM,
    surcharges: e.DELIVERY_SURCHARGES,
    closings: e.CLOSING_DAYS,
    holidays: e.BANK_HOLIDAYS,
    collectionPoint: e.COLLECTION_POINT,
    collectionAddress: e.COLLECTION_ADDRESS,
    collectionHours: e.COLLECTION_HOURS,
  })
  if (typeof delivery === 'string') return delivery
  const terms = e.TERMS === undefined ? null : parseTerms(e.TERMS)
  if (typeof terms === 'string') return `TERMS is not valid: ${terms}`
  const minimumOrder = e.MINIMUM_ORDER === undefined ? zero : parsePounds(e.MINIMUM_ORDER)
  if (minimumOrder === null) return 'MINIMUM_ORDER is not valid: an amount in pounds'
  const invoiceDue = e.INVOICE_DUE === undefined ? null : parseInvoiceDue(e.INVOICE_DUE)
  if (e.INVOICE_DUE !== undefined && invoiceDue === null)
    return 'INVOICE_DUE is not valid: days, such as 30 or 30 end of month'
  if (e.RETURNS_CHARGE !== undefined && e.RETURNS_DAYS === undefined)
    return 'RETURNS_DAYS is missing: without it RETURNS_CHARGE has no effect'
  const sage = parseSageCodes(e.SAGE_CODES ?? '{}')
  if (!sage)
    return 'SAGE_CODES is not valid: a JSON object with sales, delivery, bank, cardReceipts, cashReceipts, terminalReceipts, bankReceipts, cardCustomers'
  const xero = parseXeroCodes(e.XERO_CODES ?? '{}')
  if (!xero)
    return 'XERO_CODES is not valid: a JSON object with sales, delivery, vat, zeroRated, bankReceipts, cashReceipts, terminalReceipts, cardReceipts'
  return {
    shopName: e.SHOP_NAME,
    contact: { phone: e.SHOP_PHONE ?? null, email: e.SHOP_EMAIL ?? null },
    /** Null: nothing can be delivered, so no order is taken. */
    delivery,
    /** Goods ex VAT from which orders are taken; 0: any. */
    minimumOrder,
    /** When invoices of orders on account are due; null: they state no day. */
    invoiceDue,
    /** The seller on invoices. Without a VAT number they say that they are no VAT invoices. */
    seller: {
      address: parseLines(e.SHOP_ADDRESS),
      vatNumber: e.SHOP_VAT_NUMBER ?? null,
      companyNumber: e.SHOP_COMPANY_NUMBER ?? null,
      /** Where invoices on account are paid to; empty: they name no bank. */
      bank: parseLines(e.SHOP_BANK),
    },
    /** When the shop can be reached: 'Monday to Friday 7:30–17:30'; empty: not said. */
    openingHours: parseLines(e.SHOP_OPENING_HOURS),
    returns: {
      days: e.RETURNS_DAYS ?? null,
      chargePercent: e.RETURNS_CHARGE ?? null,
      address: parseLines(e.RETURNS_ADDRESS),
    },
    /** Of the bookkeeper's programs. */
    bookkeeping: { sage, xero },
    /** Null: no terms of sale are published, so no order is taken. */
    terms,
    /** When an order is invoiced: each parcel as it leaves, or the whole order once it is placed. */
    invoiceWhen: e.INVOICE_WHEN,
    /** How many days before its last day a quote's customer is reminded; 0: never. */
    quoteReminderDays: e.QUOTE_REMINDER_DAYS,
    /** An invoice on account that is overdue for more days holds the company's orders; 0: none does. */
    overdueHoldDays: e.CREDIT_OVERDUE_HOLD_DAYS,
    /** An account with an invoice that is overdue for more days is put on stop; 0: none is. */
    stopDays: e.CREDIT_STOP_DAYS,
    /** For how many days goods are held for the money of a pro forma; then the order is cancelled. */
    proFormaDays: e.PROFORMA_HOLD_DAYS,
    /** Statements of the last month go to the accounts departments by e-mail. */
    sendsStatements: e.STATEMENTS === 'monthly',
    /** How many days an invoice on account is overdue before each of its reminders; null: staff send none. */
    reminderDays: e.REMINDER_DAYS ?? null,
  }
}

const parseLines = (text = ''): string[] =>
  text
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')
