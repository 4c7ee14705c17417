import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import {
  type ChosenDelivery,
  type DeliveryFacts,
  formatChosenDelivery,
  formatCollectionPoint,
  formatDeliveryService,
  formatStartedDelivery,
  toDeliveryWithoutDate,
  toStarted,
} from '../../src/features/delivery/chosen-delivery.ts'
import { listDeliveryOptions, toChosenDelivery } from '../../src/features/delivery/options.ts'
import { demoSettings } from '../../src/infra/demo-settings.ts'
import { demoCountries } from '../../src/lib/contact/countries.ts'
import { pence } from '../../src/lib/money.ts'
import { createTestDatabase } from '../support/test-database.ts'

// 122-delivery-facts.sql makes facts of the sentences that earlier releases stored, and of those that one beside this
// release stores.

const database = await createTestDatabase()
afterAll(() => database.close())

/** Nothing else may be stored. */
const deliveryFacts: z.ZodType<DeliveryFacts> = z.strictObject({
  precision: z.enum(['by', 'about']).optional(),
  counter: z.string().optional(),
  readyFrom: z.string().optional(),
  leadTime: z.object({ min: z.int(), max: z.int() }).nullable().optional(),
  isTogether: z.literal(true).optional(),
  service: z.string().optional(),
  text: z.string().optional(),
})

async function insertOrder(code: string, day: string | null, title: string): Promise<ChosenDelivery> {
  const { rows } = await database.pool.query(
    `insert into orders (reference, kind, state, basket_version, contact, request_hash, delivery, billing,
      delivery_code, delivery_date, delivery_title, subtotal, discount, vat, total, vat_rate_bp)
     values ('FH' || translate(upper(substr(md5(random()::text), 1, 8)), '01', 'XY'), 'quote', 'saved', 1, '{}', random()::text, '{}', '{}', $1, $2, $3, 100, 0, 20, 120, 2000)
     returning id, delivery_code as "deliveryCode", delivery_date::text as "deliveryDate", delivery_facts as "deliveryFacts"`,
    [code, day, title],
  )
  expect(deliveryFacts.parse(rows[0].deliveryFacts)).toEqual(rows[0].deliveryFacts)
  return rows[0]
}

const places = [
  ['GB', 'LS1 4DY', 2_000],
  ['GB', 'LS1 4DY', 40_000],
  ['GB', 'IV1 1AA', 2_000],
  ['GB', 'ZE1 0AA', 2_000],
  ['GB', 'BT1 1AA', 2_000],
  ['GB', 'JE2 3AB', 2_000],
  ['GG', 'GY1 1AA', 2_000],
  ['IE', 'D02 AF30', 2_000],
  ['NO', '0150', 2_000],
] as const
const leadTimes = [null, { min: 1, max: 1 }, { min: 5, max: 10 }, { min: 14, max: 21 }, { min: 21, max: 21 }]

/** Every delivery that can be chosen, then without a day, and then with a part of its goods sent. */
function listDeliveries(): ChosenDelivery[] {
  const backOrderedGoods = [null, ...leadTimes.map(leadTime => ({ leadTime, isPart: false }))]
  return ['2026-11-20T12:00:00Z', '2026-11-23T16:00:00Z'].flatMap(now =>
    places.flatMap(([country, postcode, weightG]) =>
      backOrderedGoods.flatMap(later => {
        const result = listDeliveryOptions({
          ...{ now: new Date(now), country, postcode, countries: demoCountries, weightG, later },
          ...{
            goodsSubtotal: pence(62_49),
            consignments: null,
            settings: demoSettings.delivery,
            phone: null,
          },
          quoted: weightG > 30_000 ? { price: pence(10_00), note: '' } : null,
        })
        if (!result.ok) throw new Error(result.reason)
        return result.options.flatMap(option => {
          const chosen = (option.days ?? [option.arg]).map(day => toChosenDelivery(option, day))
          const noDate = chosen.flatMap(each =>
            option.code === 'quote'
              ? []
              : [{ ...each, ...toDeliveryWithoutDate(each, later?.leadTime ?? null) }],
          )
          const started = chosen.map(each => ({ ...each, deliveryFacts: toStarted(each.deliveryFacts) }))
          return [...chosen, ...noDate, ...started]
        })
      }),
    ),
  )
}

test('the facts of every sentence that can be stored are those that it was made of', async () => {
  const byTitle = new Map(
    listDeliveries().map(each => [`${each.deliveryCode} ${formatChosenDelivery(each)}`, each]),
  )
  expect(byTitle.size).toBeGreaterThan(100)
  for (const { deliveryCode, deliveryDate, deliveryFacts } of byTitle.values()) {
    const delivery = { deliveryCode, deliveryDate, deliveryFacts }
    const title = formatChosenDelivery(delivery)
    const { deliveryFacts: facts } = await insertOrder(deliveryCode, deliveryDate, title)
    expect([title, facts]).toEqual([title, deliveryFacts])
  }
})

test.each([
  ['ND', '2026-11-24', 'Tuesday 24 November – Next working day after despatch, before 17:30'],
  ['NAM', '2026-11-25', 'Choose a day – Working days until 23 December'],
  ['NAM', '2026-12-02', 'Wednesday 2 December – Choose a day'],
  ['ND', null, 'About 2–3 weeks – Sent when all of it is here. Next working day, before 17:30'],
  ['ND', null, 'about 14–20 days'],
  ['ND12', null, 'About 2–3 weeks – Sent together once everything is in. Then: courier'],
  ['quote', null, 'Ask for a quote – We price goods and carriage for you'],
  ['quote', null, 'Ask for a quote'],
  ['COL', '2026-11-23', 'Collection – Leeds counter, today from 15:00'],
  ['COL', '2026-11-24', 'Collection – Hull, Dock 4, Monday 23 November from 10:00'],
  ['COL', '2026-11-24', 'Collection'],
  ['HI2', '2026-11-27', 'Friday 27 November – Two to four working days'],
  ['ND', '2026-11-24', 'Next working day'],
  ['ND', '2026-11-25', 'Tuesday 24 November – Next working day, before 17:30'],
  ['OLD', '2026-11-24', 'By drone – from the roof'],
])('%s %s: an order says "%s" as before', async (code, day, title) => {
  const delivery = await insertOrder(code, day, title)
  expect(formatChosenDelivery(delivery)).toBe(title)
  expect(formatStartedDelivery(delivery)).toBe(title)
  if (code === 'COL')
    expect(formatCollectionPoint(delivery)).toBe(/^Collection – (.*), /.exec(title)?.[1] ?? title)
  else expect(formatDeliveryService(delivery)).toBe(title.slice(title.indexOf(' – ') + 1).replace(/^– /, ''))
})

test('a counter is named in lower case when a correction of an earlier release left no day', async () => {
  const delivery = await insertOrder('COL', null, 'Collection – Leeds counter, We will tell you the day')
  expect(formatChosenDelivery(delivery)).toBe('Collection – Leeds counter, we will tell you the day')
})

test('an earlier release that corrects the delivery corrects its facts, and this one writes its own', async () => {
  const { pool } = database
  const { id } = (await insertOrder(
    'ND',
    '2026-11-24',
    'Tuesday 24 November – Next working day, before 17:30',
  )) as ChosenDelivery & { id: string }
  const update = async (changes: string) => {
    const { rows } = await pool.query(
      `update orders set ${changes} where id = ${id} returning delivery_facts as facts`,
    )
    return rows[0].facts
  }
  expect(await update(`purchase_order = 'PO 2'`)).toEqual({})
  expect(await update(`delivery_date = null, delivery_title = 'about 2–3 weeks'`)).toEqual({
    leadTime: { min: 14, max: 21 },
  })
  expect(
    await update(
      `delivery_title = 'about 3–4 weeks', delivery_facts = '{"leadTime": {"min": 18, "max": 28}}'`,
    ),
  ).toEqual({
    leadTime: { min: 18, max: 28 },
  })
  await expect(update(`delivery_facts = null`)).rejects.toThrow(/orders_delivery_facts/)
})
