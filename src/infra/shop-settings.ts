import { type DeliverySettings, parseDeliverySettings } from '../lib/delivery-settings.ts'
import { type Pence, parsePounds, zero } from '../lib/money.ts'
import type { ShopContact } from '../lib/shop-contact.ts'
import {
  type InvoiceDue,
  parseInvoiceDue,
  parseSageCodes,
  parseXeroCodes,
  type ReturnSettings,
  type SageCodes,
  type XeroCodes,
} from '../lib/shop-settings.ts'
import { demoSettings } from './demo-settings.ts'

/** What the operator says about the shop. Nothing is invented: what is not set is null, except in a demo (R-EMPTY-1). */
export interface ShopSettings {
  contact: ShopContact
  /** Null: nothing can be delivered, so no order is taken. */
  delivery: DeliverySettings | null
  /** Goods ex VAT from which orders are taken; 0: any. */
  minimumOrder: Pence
  /** When invoices of orders on account are due; null: they state no day. */
  invoiceDue: InvoiceDue | null
  /** The seller on invoices. Without a VAT number they say that they are no VAT invoices. */
  seller: {
    address: string[]
    vatNumber: string | null
    companyNumber: string | null
    /** Where invoices on account are paid to; empty: they name no bank. */
    bank: string[]
  }
  /** When the shop can be reached: 'Monday to Friday 7:30–17:30'; empty: not said. */
  openingHours: string[]
  returns: ReturnSettings
  /** Of the bookkeeper's programs. */
  bookkeeping: { sage: SageCodes; xero: XeroCodes }
}

type ShopSetting =
  | 'SHOP_PHONE'
  | 'SHOP_EMAIL'
  | 'SHOP_ADDRESS'
  | 'SHOP_VAT_NUMBER'
  | 'SHOP_COMPANY_NUMBER'
  | 'SHOP_BANK'
  | 'DELIVERY_PRICES'
  | 'DELIVERY_CUT_OFF'
  | 'DELIVERY_FREE_FROM'
  | 'COLLECTION_POINT'
  | 'COLLECTION_ADDRESS'
  | 'COLLECTION_HOURS'
  | 'SHOP_OPENING_HOURS'
  | 'RETURNS_ADDRESS'
  | 'MINIMUM_ORDER'
  | 'INVOICE_DUE'
  | 'SAGE_CODES'
  | 'XERO_CODES'

/** A string: what is wrong, with the setting's name. */
export function toShopSettings(
  e: { readonly [setting in ShopSetting]?: string | undefined } & {
    readonly RETURNS_DAYS?: number | undefined
    readonly RETURNS_CHARGE?: number | undefined
  },
  isDemo: boolean,
): ShopSettings | string {
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
    return 'SAGE_CODES is not valid: a JSON object with sales, delivery, bank, cardReceipts, cardCustomers'
  const xero = parseXeroCodes(e.XERO_CODES ?? '{}')
  if (!xero) return 'XERO_CODES is not valid: a JSON object with sales, delivery, vat, zeroRated'
  const defaults = isDemo ? demoSettings : noSettings
  return {
    contact: {
      phone: e.SHOP_PHONE ?? defaults.contact.phone,
      email: e.SHOP_EMAIL ?? defaults.contact.email,
    },
    delivery: delivery ?? defaults.delivery,
    minimumOrder: minimumOrder ?? defaults.minimumOrder,
    invoiceDue: invoiceDue ?? defaults.invoiceDue,
    seller: {
      address: parseLines(e.SHOP_ADDRESS ?? defaults.seller.address),
      vatNumber: e.SHOP_VAT_NUMBER ?? defaults.seller.vatNumber,
      companyNumber: e.SHOP_COMPANY_NUMBER ?? defaults.seller.companyNumber,
      bank: parseLines(e.SHOP_BANK ?? defaults.seller.bank),
    },
    openingHours: parseLines(e.SHOP_OPENING_HOURS ?? defaults.openingHours),
    returns: {
      days: e.RETURNS_DAYS ?? defaults.returns.days,
      chargePercent:
        e.RETURNS_DAYS === undefined ? defaults.returns.chargePercent : (e.RETURNS_CHARGE ?? null),
      address: parseLines(e.RETURNS_ADDRESS ?? defaults.returns.address),
    },
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
