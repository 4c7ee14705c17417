import { expect, test } from 'vitest'
import { demoSettings } from '../../../infra/demo-settings.ts'
import { demoCountries } from '../../../lib/contact/countries.ts'
import { pence } from '../../../lib/money.ts'
import { type DeliveryRequest, listDeliveryOptions } from '../../delivery/options.ts'
import { emptyDraft } from '../draft/draft.ts'
import { parseSession, serializeSession } from '../draft/session-storage.ts'
import { serializeOption } from '../serialize.ts'
import type { CheckoutState } from './state.ts'
import { formatStageSummary, listOfferLines } from './summaries.tsx'

const request: DeliveryRequest = {
  now: new Date('2026-11-23T12:16:00Z'),
  country: 'GB',
  postcode: 'LS1 4DY',
  countries: demoCountries,
  weightG: 2_000,
  goodsSubtotal: pence(62_49),
  later: null,
  consignments: null,
  settings: demoSettings.delivery,
  phone: null,
}

/** The checkout after this delivery was chosen and the page was loaded again. */
function choose(code: string, change: Partial<DeliveryRequest> = {}, day: string | null = null) {
  const reply = listDeliveryOptions({ ...request, ...change })
  const matches = reply.ok ? reply.options.find(each => each.code === code) : undefined
  const option = serializeOption(matches!)
  const draft = { ...emptyDraft, deliveryOption: code, deliveryDay: day ?? option.arg }
  const stored = serializeSession({
    owner: '',
    completed: [],
    draft,
    chosenOffer: { option, destination: 'GB LS1 4DY' },
  })
  return parseSession(stored, '')!
}
const summarise = (...chosen: Parameters<typeof choose>): string =>
  formatStageSummary(3, { ...choose(...chosen), loaded: { payment_methods: [] } } as unknown as CheckoutState)

const counter = [
  'Demo House, 1 Example Street, Leeds, LS1 0XX',
  'Open Monday to Friday 7:30–17:30, Saturday 8:00–12:00',
]

test('R-DELIVERY-12: who collects reads where, when it is open and when the goods are ready, before the order', () => {
  expect(listOfferLines(choose('COL'))).toEqual(['Leeds counter, Monday 23 November from 15:00', ...counter])
  expect(summarise('COL')).toBe(
    `Collection: Leeds counter, Monday 23 November from 15:00 · ${counter.join(' · ')} · FREE`,
  )
  const late = { now: new Date('2026-11-23T15:00:00Z') }
  expect(listOfferLines(choose('COL', late))[0]).toBe('Leeds counter, Tuesday 24 November from 10:00')
})

test('of a counter of which only the name is set there is the name, and its price where it has one', () => {
  const { collectionDetails: _, ...delivery } = demoSettings.delivery
  const settings = { ...delivery, collectionPoint: 'Hull, Dock Road', prices: { COL: pence(2_50) } }
  expect(summarise('COL', { settings })).toBe(
    'Collection: Hull, Dock Road, Monday 23 November from 15:00 · £2.50 ex VAT',
  )
})

test('goods that come later are ready when they are in, or after what is there now', () => {
  const later = { leadTime: { min: 14, max: 21 }, isPart: true }
  expect(listOfferLines(choose('COL', { later }))).toEqual(['Leeds counter, about 2–3 weeks', ...counter])
  expect(listOfferLines(choose('COL', { later, consignments: 'split' }))).toEqual([
    'Leeds counter, Monday 23 November from 15:00. The rest: about 2–3 weeks',
    ...counter,
  ])
})

test('a request for a quote is one plain sentence', () => {
  const sentence = 'You’re asking for a quote: we’ll price goods and carriage and email you.'
  expect(summarise('quote')).toBe(sentence)
  expect(listOfferLines(choose('quote'))).toEqual([sentence])
})

test('a delivery is its day, service and price', () => {
  expect(summarise('ND')).toBe('Tuesday 24 November, Next working day · £8.00 ex VAT')
  expect(summarise('NAM', {}, '2026-12-01')).toBe('Tuesday 1 December, Named day · £9.50 ex VAT')
})
