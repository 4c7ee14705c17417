import { z } from 'zod'
import { parseDeliverySettings } from '../lib/delivery-settings.ts'
import { parsePounds, zero } from '../lib/money.ts'
import { parseInvoiceDue, parseSageCodes, parseXeroCodes } from '../lib/shop-settings.ts'
import { demoSettings } from './demo-settings.ts'

/** Of the environment, for `toShopSettings`. */
export const shopSettingsSchemas = {
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
  MINIMUM_ORDER: z.string().optional(),
  INVOICE_DUE: z.string().optional(),
  SAGE_CODES: z.string().optional(),
  XERO_CODES: z.string().optional(),
  COLLECTION_POINT: z.string().max(60, 'up to 60 characters').optional(),
  COLLECTION_ADDRESS: z.string().max(200, 'up to 200 characters').optional(),
  COLLECTION_HOURS: z.string().max(200, 'up to 200 characters').optional(),
  RETURNS_DAYS: z.coerce.number('a number').int().min(1).max(365).optional(),
  RETURNS_CHARGE: z.coerce.number('a percentage').int().min(0).max(100).optional(),
  RETURNS_ADDRESS: z.string().max(300, 'up to 300 characters').optional(),
}

/**
 * What the operator says about the shop. Nothing is invented: what is not set is null, except in a demo (R-EMPTY-1). A string:
 * what is wrong, with the setting's name.
 */
export function toShopSettings(e: z.output<z.ZodObject<typeof shopSettingsSchemas>>, isDemo: boolean) {
  const delivery = parseDeliverySettings({
    prices: e.DELIVERY_PRICES,
    cutOff: e.DELIVERY_CUT_OFF,
    freeFrom: e.DELIVERY_FREE_FROM,
    collectionPoint: e.COLLECTION_POINT,
    collectionAddress: e.COLLECTION_ADDRESS,
    collectionHours: e.COLLECTION_HOURS,
  })
  if (typeof delivery === 'string') return delivery
  const minimumOrder = e.MINIMUM_ORDER === undefined ? undefined : parsePounds(e.MINIMUM_ORDER)
  if (minimumOrder === null) return 'MINIMUM_ORDER is not valid: an amount in pounds'
  const invoiceDue = e.INVOICE_DUE === undefined ? undefined : parseInvoiceDue(e.INVOICE_DUE)
  if (invoiceDue === null) return 'INVOICE_DUE is not valid: days, such as 30 or 30 end of month'
  if (e.RETURNS_CHARGE !== undefined && e.RETURNS_DAYS === undefined)
    return 'RETURNS_DAYS is missing: without it RETURNS_CHARGE has no effect'
  const sage = parseSageCodes(e.SAGE_CODES ?? '{}')
  if (!sage)
    return 'SAGE_CODES is not valid: a JSON object with sales, delivery, bank, cardReceipts, cashReceipts, terminalReceipts, bankReceipts, cardCustomers'
  const xero = parseXeroCodes(e.XERO_CODES ?? '{}')
  if (!xero)
    return 'XERO_CODES is not valid: a JSON object with sales, delivery, vat, zeroRated, bankReceipts, cashReceipts, terminalReceipts, cardReceipts'
  const defaults = isDemo ? demoSettings : noSettings
  return {
    contact: {
      phone: e.SHOP_PHONE ?? defaults.contact.phone,
      email: e.SHOP_EMAIL ?? defaults.contact.email,
    },
    /** Null: nothing can be delivered, so no order is taken. */
    delivery: delivery ?? defaults.delivery,
    /** Goods ex VAT from which orders are taken; 0: any. */
    minimumOrder: minimumOrder ?? defaults.minimumOrder,
    /** When invoices of orders on account are due; null: they state no day. */
    invoiceDue: invoiceDue ?? defaults.invoiceDue,
    /** The seller on invoices. Without a VAT number they say that they are no VAT invoices. */
    seller: {
      address: parseLines(e.SHOP_ADDRESS ?? defaults.seller.address),
      vatNumber: e.SHOP_VAT_NUMBER ?? defaults.seller.vatNumber,
      companyNumber: e.SHOP_COMPANY_NUMBER ?? defaults.seller.companyNumber,
      /** Where invoices on account are paid to; empty: they name no bank. */
      bank: parseLines(e.SHOP_BANK ?? defaults.seller.bank),
    },
    /** When the shop can be reached: 'Monday to Friday 7:30–17:30'; empty: not said. */
    openingHours: parseLines(e.SHOP_OPENING_HOURS ?? defaults.openingHours),
    returns: {
      days: e.RETURNS_DAYS ?? defaults.returns.days,
      chargePercent:
        e.RETURNS_DAYS === undefined ? defaults.returns.chargePercent : (e.RETURNS_CHARGE ?? null),
      address: parseLines(e.RETURNS_ADDRESS ?? defaults.returns.address),
    },
    /** Of the bookkeeper's programs. */
    bookkeeping: { sage, xero },
  }
}

const noSettings = {
  contact: { phone: null, email: null },
  delivery: null,
  minimumOrder: zero,
  invoiceDue: null,
  seller: { address: '', vatNumber: null, companyNumber: null, bank: '' },
  openingHours: '',
  returns: { days: null, chargePercent: null, address: '' },
}

const parseLines = (text: string): string[] =>
  text
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')
