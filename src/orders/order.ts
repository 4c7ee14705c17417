import { countryName } from '../shared/countries.ts'
import type { Pence } from '../shared/money.ts'
import type { OrderState } from './states.ts'

export type OrderMethod = 'account' | 'card' | 'godmode' | 'quote' | 'approval'

export interface OrderAddress {
  firstname: string
  surname: string
  company: string
  address1: string
  address2: string
  town: string
  county: string
  postcode: string
  country: string
  telephone: string
  /** Of a guest's order: it goes into the account that the order makes for him. */
  saveForFuture?: true
}

export interface OrderContact {
  name: string
  email: string
  telephone: string
  vat: string
}

/** An order as it was saved: prices, VAT and addresses never change with the catalogue. Money ex VAT but `vat`, `total`. */
export interface Order {
  id: number
  reference: string
  state: OrderState
  method: OrderMethod
  /** Null for an order made from a loaded one. */
  basketId: number | null
  /** The quote or the order sent for approval that it was made from. */
  sourceId: number | null
  personId: number | null
  companyId: number | null
  contact: OrderContact
  delivery: OrderAddress
  billing: OrderAddress
  deliveryCode: string
  deliveryTitle: string
  /** ISO date; null while the carriage is to be quoted. */
  deliveryDate: string | null
  purchaseOrder: string
  deliveryInstructions: string
  onStop: boolean
  subtotal: Pence
  discount: Pence
  carriage: Pence | null
  vat: Pence
  total: Pence
  holdsStock: boolean
  placedAt: Date | null
  lines: OrderLine[]
  vouchers: { code: string; summary: string; amount: Pence }[]
}

export interface OrderLine {
  productId: number
  code: string
  title: string
  unitPrice: Pence
  quantity: number
  lineTotal: Pence
}

/** What an order is made from; the database gives it its id, the maker its reference. */
export type NewOrder = Omit<Order, 'id' | 'state' | 'placedAt' | 'vouchers' | 'holdsStock'> & {
  state: 'saved' | 'awaiting_payment'
  basketVersion: number
  sessionHash: Buffer
  guestPasswordHash: string | null
  requestHash: string
  vatRateBp: number
  vouchers: { voucherId: number; code: string; summary: string; amount: Pence }[]
}

/** Where the buyer's last word leads an order. */
export function placedState(method: OrderMethod): 'placed' | 'quote_requested' | 'awaiting_approval' {
  if (method === 'quote') return 'quote_requested'
  return method === 'approval' ? 'awaiting_approval' : 'placed'
}

/** Requests for a price or for approval order nothing yet (contract §3). */
export const takesStock = (method: OrderMethod): boolean => method !== 'quote' && method !== 'approval'

// No look-alikes: neither 0 and O, nor 1 and I.
const referenceLetters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** 'FH' and 8 letters from random bytes (8 of them): 32^8 references, which nobody guesses. */
export function referenceFrom(random: Uint8Array): string {
  return `FH${[...random.slice(0, 8)].map(byte => referenceLetters[byte % 32]).join('')}`
}

/** The lines of an address label; empty ones left out, the country by its name and only abroad. */
export function labelOf(address: OrderAddress): string[] {
  const { firstname, surname, company, address1, address2, town, county, postcode, country } = address
  return [
    `${firstname} ${surname}`.trim(),
    company,
    address1,
    address2,
    town,
    county,
    postcode,
    country === 'GB' ? '' : (countryName(country) ?? country),
  ].filter(line => line !== '')
}
