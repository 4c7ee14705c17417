import type { OldShopWriter } from './rows.ts'

/** An offer for a quote, and what staff have saved of the next one. */
export async function insertQuoteOffer(shop: OldShopWriter, order_id: number): Promise<void> {
  const offer = { order_id, delivery_cost: 800, expires_at: '2027-01-01', priced_at: new Date(), note: '' }
  await shop.insert('quote_offer', offer)
  await shop.insert('quote_offer_line', { order_id, position: 1, unit_price: 1250 })
  const form = { codes: ['FH-OIL-1'], quantities: ['2'], prices: ['11.00'] }
  await shop.insert('quote_draft', { order_id, form, saved_by: shop.personIds[0], saved_at: new Date() })
}
