import { expect, test } from 'vitest'
import { type DeliveryPrices, pricedServices } from '../../lib/delivery-settings.ts'
import { pence } from '../../lib/money.ts'
import { formatDeliveryCharge, listTariffRows, listZonePostcodes } from './tariff.ts'

const toSettings = (prices: DeliveryPrices, freeFrom: number | null = null) => ({
  cutOffMinutes: 870,
  freeFrom: freeFrom === null ? null : pence(freeFrom),
  collectionPoint: null,
  prices,
})

test('a service without a price is not described, and one for export has no UK VAT', () => {
  const settings = toSettings({ ND: pence(8_00), IE3: pence(18_00) })
  expect(listTariffRows(settings).map(({ name, price, priceIncVat }) => [name, price, priceIncVat])).toEqual([
    ['Next working day', 8_00, 9_60],
    ['Ireland', 18_00, null],
  ])
})

test('every service but collection can be described', () => {
  const prices = Object.fromEntries(pricedServices.map(code => [code, pence(1_00)]))
  expect(listTariffRows(toSettings(prices))).toHaveLength(pricedServices.length - 1)
})

test('the charge is said excluding and including VAT, with what makes it free', () => {
  expect(formatDeliveryCharge(toSettings({ ND: pence(8_00) }, 125_00))).toBe(
    'Next working day £8.00 ex VAT (£9.60 inc VAT), free from £125.00 ex VAT',
  )
  expect(formatDeliveryCharge(toSettings({ ND: pence(8_00) }))).toBe(
    'Next working day £8.00 ex VAT (£9.60 inc VAT)',
  )
  expect(formatDeliveryCharge(toSettings({ HI2: pence(8_00) }))).toBeNull()
})

test('the districts of a zone are those by which it is found', () => {
  const highlands = listZonePostcodes().find(({ name }) => name === 'Scottish Highlands')
  expect(highlands?.districts).toMatch(/^AB31–38, AB41–56, FK17–21, IV1–63,/)
  expect(listZonePostcodes().find(({ name }) => name === 'Northern Ireland')?.districts).toBe('BT')
})
