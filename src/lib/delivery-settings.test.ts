import { expect, test } from 'vitest'
import { parseDeliverySettings } from './delivery-settings.ts'

const parse = (change: Partial<Parameters<typeof parseDeliverySettings>[0]>) =>
  parseDeliverySettings({
    prices: undefined,
    cutOff: undefined,
    freeFrom: undefined,
    collectionPoint: undefined,
    ...change,
  })

test('R-EMPTY-2: without prices and without a place to collect from, nothing is delivered', () => {
  expect(parse({})).toBeNull()
})

test('the operator sets prices, cut-off, free delivery and where orders are collected', () => {
  expect(
    parse({ prices: 'ND=8, hi2 = 14.50', cutOff: '9:05', freeFrom: '125', collectionPoint: 'Hull counter' }),
  ).toEqual({
    cutOffMinutes: 545,
    freeFrom: 125_00,
    collectionPoint: 'Hull counter',
    prices: { COL: 0, ND: 8_00, HI2: 14_50 },
  })
  expect(parse({ cutOff: '14:30', collectionPoint: 'Hull counter' })).toMatchObject({ prices: { COL: 0 } })
  expect(parse({ prices: 'COL=2', cutOff: '14:30', collectionPoint: 'Hull' })).toMatchObject({
    prices: { COL: 2_00 },
  })
})

test('a weekday may have another cut-off, and districts a surcharge', () => {
  const surcharges = 'AB31-38, iv, HS: 12.50\nBT: £5'
  expect(parse({ prices: 'ND=8', cutOff: '14:30, Fri 12:00', surcharges })).toMatchObject({
    cutOffMinutes: 870,
    cutOffs: { 5: 720 },
    surcharges: [
      { price: 12_50, districts: [{ area: 'AB', from: 31, to: 38 }, { area: 'IV' }, { area: 'HS' }] },
      { price: 5_00, districts: [{ area: 'BT' }] },
    ],
  })
})

test('the place where orders are collected has an address and hours', () => {
  const place = { collectionPoint: 'Hull counter', collectionAddress: '1 Dock Road, Hull, HU1 1AA ' }
  expect(parse({ cutOff: '14:30', ...place, collectionHours: 'Monday to Friday 8:00–17:00' })).toMatchObject({
    collectionDetails: ['1 Dock Road, Hull, HU1 1AA', 'Open Monday to Friday 8:00–17:00'],
  })
  expect(parse({ cutOff: '14:30', ...place })).toMatchObject({
    collectionDetails: ['1 Dock Road, Hull, HU1 1AA'],
  })
})

test.each([
  [{ prices: 'ND=8' }, 'DELIVERY_CUT_OFF is missing'],
  [{ prices: 'ND=8', cutOff: '25:00' }, 'DELIVERY_CUT_OFF is not valid'],
  [{ prices: 'ND=8', cutOff: '14:30', freeFrom: 'much' }, 'DELIVERY_FREE_FROM is not valid'],
  [{ prices: 'ND', cutOff: '14:30' }, 'DELIVERY_PRICES is not valid'],
  [{ prices: 'ND=8', cutOff: '14:30, Sun 12:00' }, 'DELIVERY_CUT_OFF is not valid'],
  [{ prices: 'ND=8', cutOff: '14:30', surcharges: ': 5' }, 'the postcode areas of the surcharge of £5'],
  [{ prices: 'ND=8', cutOff: '14:30', surcharges: 'IV' }, 'a line for each'],
  [{ prices: 'ND=8', cutOff: '14:30', surcharges: 'IV, QQ1: 5' }, 'instead of QQ1'],
  [{ prices: 'ND=8', cutOff: '14:30', surcharges: 'AB38-31: 5' }, 'instead of AB38-31'],
  [{ prices: 'ND=-8', cutOff: '14:30' }, 'DELIVERY_PRICES is not valid'],
  [{ prices: 'XX=8', cutOff: '14:30' }, 'the services are ND, ND12'],
  [{ prices: 'ND=8,ND=9', cutOff: '14:30' }, 'DELIVERY_PRICES is not valid'],
  [{ prices: 'COL=0', cutOff: '14:30' }, 'COL needs COLLECTION_POINT'],
  [{ prices: ' , ', cutOff: '14:30' }, 'DELIVERY_PRICES is not valid'],
  [{ collectionPoint: ' ', cutOff: '14:30' }, 'COLLECTION_POINT is not valid'],
  [{ collectionHours: 'Monday' }, 'COLLECTION_POINT is missing: without it COLLECTION_HOURS has no effect'],
  [{ cutOff: 'nonsense' }, 'DELIVERY_PRICES is missing: without it DELIVERY_CUT_OFF has no effect'],
  [{ freeFrom: '50' }, 'DELIVERY_PRICES is missing: without it DELIVERY_FREE_FROM has no effect'],
])('%o is refused with a sentence', (change, sentence) => {
  expect(parse(change)).toContain(sentence)
})
