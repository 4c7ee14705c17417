import { describe, expect, test } from 'vitest'
import { demoSettings } from '../../infra/demo-settings.ts'
import type { Closing } from '../../lib/closing.ts'
import { demoCountries } from '../../lib/contact/countries.ts'
import { toIsoDate } from '../../lib/dates.ts'
import { pence } from '../../lib/money.ts'
import { formatChosenDelivery, formatStartedDelivery } from './chosen-delivery.ts'
import { choiceMessages, deliveryMessages } from './messages.ts'
import {
  type DeliveryRequest,
  findCheapestDelivery,
  formatDeliveryNote,
  listDeliveryOptions,
  toChosenDelivery,
  validateDeliveryChoice,
} from './options.ts'

const leeds: DeliveryRequest = {
  now: new Date('2026-11-23T12:16:00Z'),
  country: 'GB',
  postcode: 'LS1 4DY',
  countries: demoCountries,
  weightG: 2_000,
  goodsSubtotal: pence(62_49),
  later: null,
  consignments: null,
  settings: demoSettings.delivery,
  phone: '01234 567890',
}

const offered = (change: Partial<DeliveryRequest> = {}) => {
  const answer = listDeliveryOptions({ ...leeds, ...change })
  if (!answer.ok) throw new Error(`none: ${answer.reason}`)
  return answer.options
}
const codes = (change: Partial<DeliveryRequest> = {}) => offered(change).map(({ code }) => code)
const option = (code: string, change: Partial<DeliveryRequest> = {}) =>
  offered(change).find(each => each.code === code)
const at = (instant: string) => ({ now: new Date(instant) })

test('Leeds on a Monday before the cut-off is offered the next day, a day to choose, collection and a quote', () => {
  expect(
    offered().map(({ code, title, subtitle, price, arg }) => [code, title, subtitle, price, arg]),
  ).toEqual([
    ['ND', 'Tuesday 24 November', 'Next working day, before 17:30', 8_00, '2026-11-24'],
    ['ND12', 'Tuesday 24 November, before 12:00', 'Courier', 14_00, '2026-11-24'],
    ['NAM', 'Choose a day', 'Working days from 25 November to 23 December', 9_50, '2026-11-25'],
    ['COL', 'Collection', 'Leeds counter, today from 15:00', 0, '2026-11-23'],
    ['quote', 'Ask for a quote', 'We’ll price goods and carriage for you', null, null],
  ])
})

test('from the cut-off on everything is a working day later', () => {
  const late = at('2026-11-23T14:30:00Z')
  expect(option('ND', late)?.arg).toBe('2026-11-25')
  expect(option('COL', late)?.subtitle).toBe('Leeds counter, Tuesday 24 November from 10:00')
})

test('a collection after a late cut-off is promised for the same day', () => {
  const settings = { ...demoSettings.delivery, cutOffMinutes: 23 * 60 + 45 }
  expect(option('COL', { settings })?.subtitle).toBe('Leeds counter, today from 23:59')
})

test('Saturday is offered on a Friday before the cut-off, and not after it', () => {
  expect(option('SAT', at('2026-11-20T14:29:00Z'))).toMatchObject({
    title: 'Saturday 21 November',
    price: 18_00,
  })
  expect(option('SAT', at('2026-11-20T14:30:00Z'))).toBe(undefined)
})

test('the ordinary next day is free from £125 of goods', () => {
  expect(option('ND', { goodsSubtotal: pence(124_99) })).toMatchObject({
    price: 8_00,
    caption: 'Free from £125.00 of goods ex VAT',
  })
  expect(option('ND', { goodsSubtotal: pence(125_00) })?.price).toBe(0)
  expect(option('ND12', { goodsSubtotal: pence(125_00) })?.price).toBe(14_00)
  const never = { ...demoSettings.delivery, freeFrom: null }
  expect(option('ND', { goodsSubtotal: pence(999_00), settings: never })?.price).toBe(8_00)
})

test.each([
  ['GB', 'IV1 1AA', ['HI2', 'COL', 'quote'], 14_50, '2026-11-25'],
  ['GB', 'ZE1 0AA', ['HI2', 'COL', 'quote'], 14_50, '2026-11-27'],
  ['GB', 'PO30 1AA', ['HI2', 'COL', 'quote'], 14_50, '2026-11-25'],
  ['IM', 'IM1 1AA', ['HI2', 'COL', 'quote'], 14_50, '2026-11-25'],
  ['GB', 'BT1 1AA', ['NI2', 'COL', 'quote'], 12_00, '2026-11-25'],
  ['GB', 'JE2 3AB', ['CI4', 'quote'], 24_00, '2026-11-27'],
  ['GG', 'GY1 1AA', ['CI4', 'quote'], 24_00, '2026-11-27'],
  ['IE', 'D02 AF30', ['IE3', 'quote'], 18_00, '2026-11-26'],
  ['NO', '0150', ['NO5', 'quote'], 38_00, '2026-11-30'],
  ['GB', 'BF1 2AT', ['COL', 'quote'], 0, '2026-11-23'],
])('%s %s is offered %j, the first for %i pence on %s', (country, postcode, list, price, arg) => {
  expect(codes({ country, postcode })).toEqual(list)
  expect(offered({ country, postcode })[0]).toMatchObject({ price, arg })
})

test('over 30 kg the mainland gets a pallet, and the islands a quote', () => {
  expect(codes({ weightG: 30_000 })).toContain('ND')
  expect(codes({ weightG: 30_001 })).toEqual(['PAL', 'COL', 'quote'])
  expect(option('PAL', { weightG: 30_001 })).toMatchObject({ price: 65_00, arg: '2026-11-25' })
  expect(codes({ weightG: 30_001, country: 'NO', postcode: '0150' })).toEqual(['quote'])
})

test('holidays are those of the destination', () => {
  const friday = at('2026-11-27T10:00:00Z')
  expect(option('ND', { ...friday, postcode: 'LS1 4DY' })?.arg).toBe('2026-11-30')
  expect(option('ND', { ...friday, postcode: 'EH1 1AA' })?.arg).toBe('2026-12-01')
})

describe('R-DELIVERY-10: goods that are not in stock are promised for no day', () => {
  const weeks = { min: 14, max: 21 }
  const none = { later: { leadTime: weeks, isPart: false } }
  const part = { later: { leadTime: weeks, isPart: true } }
  const unknown = { later: { leadTime: null, isPart: true } }
  const together = { consignments: 'together' } as const
  const split = { consignments: 'split' } as const

  test.each([
    ['nothing of them is there', none],
    ['nothing of them is there, whatever was chosen', { ...none, ...split }],
    ['a part is there and nothing was chosen', part],
    ['a part is there and all is sent together', { ...part, ...together }],
  ])('when %s, every option waits for the last of them', (_, goods) => {
    const options = offered(goods)
    expect(options.map(({ code, title, arg }) => [code, title, arg])).toEqual([
      ['ND', 'About 2–3 weeks', null],
      ['ND12', 'About 2–3 weeks, before 12:00', null],
      ['COL', 'Collection', null],
      ['quote', 'Ask for a quote', null],
    ])
    expect(option('ND', goods)?.subtitle).toBe(
      'Sent together once everything is in. Then: next working day, before 17:30',
    )
    expect(option('COL', goods)?.subtitle).toBe('Leeds counter, about 2–3 weeks')
  })

  test('without a lead time no date stands anywhere', () => {
    const texts = offered({ ...unknown, ...at('2026-11-20T12:00:00Z') })
    expect(texts[0]?.title).toBe('We will tell you the day')
    expect(option('COL', unknown)?.subtitle).toBe('Leeds counter, we will tell you the day')
    expect(JSON.stringify(texts)).not.toMatch(/day 2\d|November|December|2026|today/)
  })

  test('once a part has left, the delivery is named without when the whole was to leave', () => {
    const name = (code: string) => formatStartedDelivery(toChosenDelivery(option(code, part)!, null))
    expect(name('ND')).toBe('Next working day, before 17:30')
    expect(name('ND12')).toBe('Courier, before 12:00')
    expect(name('COL')).toBe('Collection – Leeds counter, about 2–3 weeks')
    const dated = option('ND12')!
    expect(formatStartedDelivery(toChosenDelivery(dated, dated.arg))).toBe(
      'Tuesday 24 November, before 12:00 – Courier',
    )
  })

  test('abroad and to the islands the way there is added in words', () => {
    expect(option('NO5', { ...none, country: 'NO', postcode: '0150' })).toMatchObject({
      title: 'About 2–3 weeks',
      subtitle: 'Sent together once everything is in. Then: three to six working days, with customs',
      arg: null,
    })
    expect(option('HI2', { ...none, postcode: 'ZE1 0AA' })?.title).toBe('About 2–3 weeks')
  })

  test('what is there is sent at once when the customer wants it so, and the rest is named', () => {
    const goods = { ...part, ...split }
    expect(codes(goods)).toEqual(codes())
    expect(option('ND', goods)).toMatchObject({
      title: 'Tuesday 24 November',
      arg: '2026-11-24',
      caption: 'The rest: about 2–3 weeks. Free from £125.00 of goods ex VAT',
      rest: 'about 2–3 weeks',
    })
    expect(option('COL', goods)?.subtitle).toBe('Leeds counter, today from 15:00')
    expect(option('NAM', goods)).toMatchObject({
      title: 'Choose a day',
      caption: 'The rest: about 2–3 weeks.',
    })
    expect(option('ND', { ...unknown, ...split })?.caption).toContain('The rest: we will tell you the day.')
    expect(option('ND')?.rest).toBe(undefined)
  })

  test('two consignments cost one delivery', () => {
    const prices = (change: Partial<DeliveryRequest>) =>
      offered(change).map(({ code, price }) => [code, price])
    expect(prices({ ...part, ...split })).toEqual(prices({}))
  })

  test('a day that was shown while the goods were there is refused, not dropped', () => {
    expect(validateDeliveryChoice(offered(none), 'ND', '2026-11-24')).toEqual({
      ok: false,
      reason: 'day_gone',
    })
    expect(validateDeliveryChoice(offered(none), 'ND', null)).toMatchObject({ ok: true, date: null })
    expect(validateDeliveryChoice(offered(none), 'NAM', '2026-12-02')).toEqual({
      ok: false,
      reason: 'not_offered',
    })
  })
})

test('R-DELIVERY-11: a named day begins after the days that are cheaper', () => {
  expect(option('NAM')?.days?.[0]).toBe('2026-11-25')
  const dearer = { ...demoSettings.delivery, prices: { ...demoSettings.delivery.prices, ND: pence(12_00) } }
  expect(option('NAM', { settings: dearer })?.days?.[0]).toBe('2026-11-24')
  expect(option('NAM', { settings: dearer, goodsSubtotal: pence(125_00) })?.arg).toBe('2026-11-25')
})

test('notices contain the telephone number, and exports mention import charges', () => {
  const { collectionDetails: _, ...withoutCounter } = demoSettings.delivery
  const collect = (phone: string | null) => option('COL', { phone, settings: withoutCounter })?.caption
  expect(collect('01234 567890')).toBe('Bring your order number. Questions? 01234 567890')
  expect(collect(null)).toBe('Bring your order number.')
  expect(option('COL')?.caption).toMatch(/^Demo House, .*LS1 0XX\. Open Monday .*12:00\. Bring your order/)
  expect(option('quote')?.caption).toBe('In a hurry? Call us on 01234 567890')
  expect(option('quote', { phone: null })?.caption).toBe('')
  expect(option('IE3', { country: 'IE', postcode: 'D02 AF30' })?.caption).toBe(
    'No UK VAT. Import VAT and duty may be due on delivery.',
  )
})

test('an unserved country has no options, an invalid postcode has no date', () => {
  expect(listDeliveryOptions({ ...leeds, country: 'FR' })).toEqual({ ok: false, reason: 'no_options' })
  expect(listDeliveryOptions({ ...leeds, postcode: 'nonsense' })).toEqual({ ok: false, reason: 'no_date' })
  expect(listDeliveryOptions({ ...leeds, country: 'JE' })).toEqual({ ok: false, reason: 'no_date' })
  expect(deliveryMessages.no_options).toMatch(/^Validation Error/)
})

test('a basket assumes the cheapest delivery that is not a collection', () => {
  expect(findCheapestDelivery(offered())?.code).toBe('ND')
  expect(findCheapestDelivery(offered({ postcode: 'BF1 2AT' }))).toBe(null)
})

describe('a choice is validated again when it is saved', () => {
  const validate = (code: string, arg: string | null, change: Partial<DeliveryRequest> = {}) =>
    validateDeliveryChoice(offered(change), code, arg)

  test('an offered option is valid', () => {
    expect(validate('ND', '2026-11-24')).toMatchObject({ ok: true, date: '2026-11-24' })
    expect(validate('quote', null)).toMatchObject({ ok: true, date: null })
  })

  test('without a day, the current day of the option is taken', () => {
    expect(validate('ND', null)).toMatchObject({ ok: true, date: '2026-11-24' })
    expect(validate('NAM', '')).toMatchObject({ ok: true, date: '2026-11-25' })
  })

  test('an option offered at 14:29 and sent at 14:30 is refused rather than delivered a day later', () => {
    const late = at('2026-11-23T14:30:00Z')
    for (const code of ['ND', 'ND12', 'NAM'])
      expect(validate(code, '2026-11-24', late)).toEqual({ ok: false, reason: 'day_gone' })
    expect(validate('COL', '2026-11-23', late)).toEqual({ ok: false, reason: 'day_gone' })
  })

  test.each([
    ['2026-11-25', true],
    ['2026-12-02', true],
    ['2026-12-23', true],
    ['2026-12-24', false],
    ['2026-11-28', false],
    ['2026-11-24', false],
    ['nonsense', false],
  ])('the named day %s: %s', (arg, valid) => {
    expect(validate('NAM', arg).ok).toBe(valid)
  })

  test('a service that is not offered there cannot be chosen', () => {
    for (const code of ['HI2', 'SAT', '', 'nd', 'constructor'])
      expect(validate(code, null)).toEqual({ ok: false, reason: 'not_offered' })
    expect(choiceMessages.not_offered).toBe('Invalid delivery method chosen.')
  })
})

test('R-EMPTY-2: a service without a price is not offered, and without any price nothing is', () => {
  const settings = { cutOffMinutes: 870, freeFrom: null, collectionPoint: null, prices: { ND: pence(8_00) } }
  expect(codes({ settings })).toEqual(['ND', 'quote'])
  expect(codes({ settings, postcode: 'BT1 1AA' })).toEqual(['quote'])
  expect(listDeliveryOptions({ ...leeds, settings: null })).toEqual({ ok: false, reason: 'not_open' })
})

test.each([
  ['ND', {}, 'Tuesday 24 November – Next working day, before 17:30'],
  ['NAM', {}, 'Wednesday 25 November – Named day'],
  ['COL', {}, 'Collection – Leeds counter, Monday 23 November from 15:00'],
  ['HI2', { postcode: 'ZE1 0AA' }, 'By Friday 27 November – Two to four working days'],
  [
    'NO5',
    { country: 'NO', postcode: '0150' },
    'About Monday 30 November – Three to six working days, with customs',
  ],
  ['quote', {}, 'Ask for a quote – We’ll price goods and carriage for you'],
])('what was chosen of %s is read on later days, so it names the day', (code, change, text) => {
  const chosen = option(code, change)!
  expect(formatChosenDelivery(toChosenDelivery(chosen, chosen.arg))).toBe(text)
})

const freeFrom = pence(125_00)
const nextDay = { code: 'ND', price: pence(8_00) } as const

test('says how much more makes the delivery free, always with pence', () => {
  expect(formatDeliveryNote(nextDay, pence(94_00), freeFrom)).toBe('£31.00 more for free delivery')
  expect(formatDeliveryNote(nextDay, pence(94_01), freeFrom)).toBe('£30.99 more for free delivery')
})

test('says nothing when delivery is free, never is, or another service was chosen', () => {
  expect(formatDeliveryNote({ ...nextDay, price: pence(0) }, freeFrom, freeFrom)).toBeNull()
  expect(formatDeliveryNote(nextDay, pence(94_00), null)).toBeNull()
  expect(formatDeliveryNote({ code: 'SAT', price: pence(22_00) }, pence(94_00), freeFrom)).toBeNull()
})

test('says why carriage jumps above the weight of a parcel', () => {
  expect(formatDeliveryNote({ code: 'PAL', price: pence(65_00) }, pence(500_00), freeFrom)).toBe(
    'Pallet: over parcel weight',
  )
})

test('a surcharge of the postcode is in the price, and on top of free delivery', () => {
  const surcharges = [{ price: pence(12_50), districts: [{ area: 'LS', from: 1, to: 9 }, { area: 'IV' }] }]
  const settings = { ...demoSettings.delivery, surcharges }
  expect(option('ND', { settings })).toMatchObject({ price: 20_50 })
  expect(option('ND', { settings })?.caption).toContain('With £12.50 for your postcode.')
  expect(option('ND', { settings, goodsSubtotal: pence(500_00) })?.price).toBe(12_50)
  expect(option('COL', { settings })).toMatchObject({ price: 0 })
  expect(option('COL', { settings })?.caption).not.toContain('12.50')
  expect(option('HI2', { settings, postcode: 'IV1 1AA' })?.price).toBe(27_00)
  expect(option('ND', { settings, postcode: 'LS10 1AA' })?.price).toBe(8_00)
})

const closed = (who: Closing['who'], from: string, to: string, instant = '2026-12-23T12:00:00Z') => ({
  now: new Date(instant),
  settings: {
    ...demoSettings.delivery,
    closings: [{ who, from: toIsoDate(from), to: toIsoDate(to), reason: '' }],
  },
})

test('while the shop is closed nothing leaves and nothing is collected, and what left before arrives', () => {
  const christmas = closed('shop', '2026-12-24', '2026-12-31')
  expect(option('ND', christmas)?.arg).toBe('2026-12-24')
  const afterCutOff = closed('shop', '2026-12-24', '2026-12-31', '2026-12-23T15:00:00Z')
  // 1 January 2027 is a Friday.
  expect(option('ND', afterCutOff)?.arg).toBe('2027-01-05')
  expect(option('COL', afterCutOff)?.arg).toBe('2027-01-04')
  expect(option('NAM', christmas)?.days).not.toContain('2026-12-23')
})

test('while the carrier is closed nothing arrives, and goods are collected', () => {
  const carrier = closed('carrier', '2026-11-24', '2026-11-26', '2026-11-23T15:00:00Z')
  expect(option('ND', carrier)?.arg).toBe('2026-11-30')
  expect(option('COL', carrier)?.arg).toBe('2026-11-24')
  expect(option('ND', { ...carrier, now: new Date('2026-11-23T12:00:00Z') })?.arg).toBe('2026-11-27')
})

test('while the counter is closed goods are sent', () => {
  const counter = closed('counter', '2026-11-24', '2026-11-26', '2026-11-23T15:00:00Z')
  expect(option('ND', counter)?.arg).toBe('2026-11-25')
  expect(option('COL', counter)?.arg).toBe('2026-11-27')
})

test('after the last day whose bank holidays are known no day is promised', () => {
  const late = at('2027-12-31T12:00:00Z')
  expect(option('ND', late)).toMatchObject({ arg: null, title: 'We will tell you the day' })
  expect(option('ND', late)?.subtitle).toBe('Next working day, before 17:30')
  expect(codes(late)).not.toContain('NAM')
  expect(option('COL', late)?.arg).toBe('2027-12-31')
})
