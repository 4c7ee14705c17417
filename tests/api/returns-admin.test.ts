import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import { toText } from './despatch-calls.ts'
import {
  getSeenReturnVersion,
  listReturns,
  moveReturn,
  placeDespatchedOrder,
  type ReturnActionReply,
  requestReturn,
} from './return-calls.ts'
import { getFigures } from './stock-calls.ts'

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop({ env: { LIMIT_RETURNS_PER_HOUR: '1000' } })
  staff = await shop.signIn('staff@example.com')
})
afterAll(() => shop.close())

const tom = 'trade@example.com'
const goods = { 'FH-OIL-1': 4, 'FH-SEAL-1': 2 }

/** A requested return of these pieces of a despatched order. */
async function createReturn(
  quantities: Record<number, number> = { 1: 3, 2: 2 },
  reason = 'not_needed',
  email = tom,
) {
  const { visitor, reference } = await placeDespatchedOrder(shop, staff, goods, email)
  const { number } = await requestReturn(visitor, reference, quantities, { reason })
  return { visitor, reference, number: number! }
}

const toLines = (quantities: Record<number, number | string>) => ({
  lines: Object.entries(quantities).map(([position, quantity]) => ({ position: Number(position), quantity })),
})
const toInspection = (lines: [restocked: number | string, scrapped: number | string][]) => ({
  lines: lines.map(([restocked, scrapped], nth) => ({ position: nth + 1, restocked, scrapped, note: '' })),
})
const move = (number: string, step: string, body: object = {}) => moveReturn(staff, number, step, body)
const getState = async (reference: string) => (await listReturns(shop, reference))[0]!.state
const findEmail = async (kind: string, number: string) =>
  (
    await shop.sql<{ facts: Record<string, unknown> }>(
      'select facts from mail_outbox where dedupe_key = $1',
      [`${kind}:${number}`],
    )
  )[0]?.facts

const done = (message: string): ReturnActionReply => ({ success: true, message, errors: {} })

describe('R-RETURN-6: staff find the returns', () => {
  test('by number, order, name, company and e-mail; what is to be done first', async () => {
    const { number, reference } = await createReturn()
    for (const query of [number, number.replace('-', ' ').toLowerCase(), reference, 'northfield', tom]) {
      const { text } = await staff.getPage(`/admin/returns?state=all&query=${encodeURIComponent(query)}`)
      expect([query, text]).toEqual([query, expect.stringContaining(`/admin/returns/${number}"`)])
    }
    const { text: none } = await staff.getPage('/admin/returns?state=all&query=nothing-like-it')
    expect(none).not.toContain(number)
    const { text } = await staff.getPage('/admin/returns')
    expect(toText(text)).toMatch(/To do \d+ To authorise \d+ To receive \d+ To inspect \d+ To credit \d+/)
    expect(toText((await staff.getPage('/admin')).text)).toMatch(/\d+ Returns to authorise/)
  })

  test('a number that is no return is a 404', async () => {
    for (const number of ['RMA-999999', 'RMA-0', 'x', 'RMA-99999999999'])
      expect([number, (await staff.getPage(`/admin/returns/${number}`)).status]).toEqual([number, 404])
  })
})

describe('R-RETURN-7: staff decide about a return', () => {
  test('fewer pieces, with the charge, and a note that the customer reads', async () => {
    const { number, reference } = await createReturn()
    const body = { ...toLines({ 1: 2, 2: 0 }), charge: true, note: 'Two are enough.' }
    expect(await move(number, 'authorise', body)).toEqual(
      done(`${number} has been authorised, and ${tom} will get an email.`),
    )
    expect(await getState(reference)).toBe('authorised')
    expect(await findEmail('return-authorised', number)).toMatchObject({
      chargePercent: 15,
      reply: 'Two are enough.',
      lines: [{ code: 'FH-OIL-1', quantity: 2 }],
    })
  })

  test('no charge for a consumer, nor for what is our fault', async () => {
    const faulty = await createReturn({ 1: 1 }, 'damaged')
    await move(faulty.number, 'authorise', { ...toLines({ 1: 1 }), charge: true })
    expect(await findEmail('return-authorised', faulty.number)).toMatchObject({ chargePercent: 0 })
  })

  test('more than was requested, and nothing, are refused beside the field', async () => {
    const { number } = await createReturn()
    expect((await move(number, 'authorise', toLines({ 1: 4 }))).errors).toEqual({
      'authorise-1': 'Only 3 were requested.',
    })
    expect((await move(number, 'authorise', toLines({ 1: 0 }))).errors).toEqual({
      'authorise-1': 'Enter how many to accept, or refuse the return.',
    })
    expect((await move(number, 'refuse', { reason: '' })).errors).toEqual({
      'refuse-reason': 'Enter the reason: the customer reads it.',
    })
  })

  test('a refusal frees the pieces, and the customer reads why', async () => {
    const { number, reference, visitor } = await createReturn({ 1: 4 })
    expect((await move(number, 'refuse', { reason: 'They have been fitted.' })).success).toBe(true)
    expect(await findEmail('return-refused', number)).toMatchObject({ reply: 'They have been fitted.' })
    const { text } = await visitor.getPage(`/account/returns/${number}`)
    expect(toText(text)).toContain('Not accepted')
    expect(toText(text)).toContain('They have been fitted.')
    expect((await requestReturn(visitor, reference, { 1: 4 })).success).toBe(true)
  })

  test('the same press ten times does it once; of ten staff one does, and nine read who did', async () => {
    const [one, other] = [await createReturn(), await createReturn()]
    const seen = await getSeenReturnVersion(staff, one.number)
    const same = { ...toLines({ 1: 3 }), seen, request: randomUUID() }
    const replies = await runConcurrently(10, () => move(one.number, 'authorise', same))
    expect(replies.every(({ success }) => success)).toBe(true)
    const seenOther = await getSeenReturnVersion(staff, other.number)
    const rivals = await runConcurrently(10, nth =>
      nth % 2 === 0
        ? move(other.number, 'authorise', { ...toLines({ 1: 3 }), seen: seenOther })
        : move(other.number, 'refuse', { reason: 'Used', seen: seenOther }),
    )
    expect(rivals.filter(({ success }) => success)).toHaveLength(1)
    for (const { message } of rivals.filter(({ success }) => !success))
      expect(message).toMatch(
        /^This return has changed since you opened it.* Since then: (authorised|refused: Used) \(Stella Affleck\)\.$/,
      )
  })

  test('who comes second loses nothing that was typed', async () => {
    const { number } = await createReturn()
    const seen = await getSeenReturnVersion(staff, number)
    await move(number, 'authorise', toLines({ 1: 3 }))
    const fields = { seen, request: randomUUID(), reason: 'They look <used>' }
    const { status, text } = await staff.postForm(`/admin/returns/${number}/refuse`, fields)
    expect(status).toBe(409)
    expect(toText(text)).toContain('Since then: authorised (Stella Affleck).')
    expect(toText(text)).toContain('What you typed Reason They look &lt;used&gt;')
  })
})

describe('R-RETURN-8: the goods come, and are inspected', () => {
  test('fewer than were authorised; good ones go into stock, the others out of it as damaged', async () => {
    const { number, reference, visitor } = await createReturn({ 1: 3, 2: 2 })
    await move(number, 'authorise', toLines({ 1: 3, 2: 2 }))
    const before = [await getFigures(shop, 'FH-OIL-1'), await getFigures(shop, 'FH-SEAL-1')]
    expect((await move(number, 'receive', toLines({ 1: 2, 2: 2 }))).success).toBe(true)
    expect(await findEmail('return-received', number)).toMatchObject({
      lines: [{ quantity: 2 }, { quantity: 2 }],
    })
    expect(
      await move(
        number,
        'inspect',
        toInspection([
          [1, 1],
          [2, 0],
        ]),
      ),
    ).toEqual(done(`${number} has been inspected.`))
    const after = [await getFigures(shop, 'FH-OIL-1'), await getFigures(shop, 'FH-SEAL-1')]
    expect(after.map(({ on_hand }, nth) => on_hand - before[nth]!.on_hand)).toEqual([1, 2])
    expect(after.map(({ available }, nth) => available - before[nth]!.available)).toEqual([1, 2])
    const movements = await shop.sql(
      `select change, reason from stock_movement where note = $1 order by id`,
      [number],
    )
    expect(movements).toEqual([
      { change: 2, reason: 'return' },
      { change: -1, reason: 'damage' },
      { change: 2, reason: 'return' },
    ])
    // The piece that never came can be returned later.
    expect((await requestReturn(visitor, reference, { 1: 3 })).message).toBe(
      'At most 2 of FH-OIL-1 can be returned.',
    )
  })

  test('more may come than was authorised, but not more than was despatched', async () => {
    const { number } = await createReturn({ 1: 1 })
    await move(number, 'authorise', toLines({ 1: 1 }))
    expect((await move(number, 'receive', toLines({ 1: 5 }))).errors).toEqual({
      'receive-1': 'At most 4 can come back: no more were sent.',
    })
    expect((await move(number, 'receive', toLines({ 1: '' }))).errors).toEqual({
      'receive-1': 'Enter how many came, or close the return.',
    })
    expect((await move(number, 'receive', toLines({ 1: 4 }))).success).toBe(true)
    expect((await move(number, 'inspect', toInspection([[3, 0]]))).errors).toEqual({
      'restocked-1': '4 came: into stock and scrapped must add up to that.',
    })
    expect((await move(number, 'inspect', toInspection([['x', 0]]))).errors).toEqual({
      'restocked-1': 'Enter whole numbers.',
    })
  })

  test('the same inspection ten times at once, and two others, book the stock once', async () => {
    const { number } = await createReturn({ 1: 2 })
    await move(number, 'authorise', toLines({ 1: 2 }))
    await move(number, 'receive', toLines({ 1: 2 }))
    const before = (await getFigures(shop, 'FH-OIL-1')).on_hand
    const seen = await getSeenReturnVersion(staff, number)
    const request = randomUUID()
    await runConcurrently(12, nth =>
      move(number, 'inspect', {
        ...toInspection([[2, 0]]),
        seen,
        request: nth < 10 ? request : randomUUID(),
      }),
    )
    expect((await getFigures(shop, 'FH-OIL-1')).on_hand).toBe(before + 2)
  })

  test('goods that never came: closed with a reason, and they can be returned again', async () => {
    const { number, reference, visitor } = await createReturn({ 1: 4 })
    await move(number, 'authorise', toLines({ 1: 4 }))
    expect((await move(number, 'close', { reason: 'Nothing came in four weeks.' })).success).toBe(true)
    expect(await findEmail('return-closed', number)).toMatchObject({ reply: 'Nothing came in four weeks.' })
    expect((await requestReturn(visitor, reference, { 1: 4 })).success).toBe(true)
  })

  test('steps out of their order are refused', async () => {
    const { number } = await createReturn({ 1: 1 })
    for (const [step, body] of [
      ['receive', toLines({ 1: 1 })],
      ['inspect', toInspection([[1, 0]])],
      ['close', { reason: 'No' }],
    ] as const)
      expect([step, (await move(number, step, body)).message]).toEqual([
        step,
        expect.stringMatching(/^This return has changed/),
      ])
  })

  test('plain forms do it too', async () => {
    const { number } = await createReturn({ 1: 2 })
    const post = async (step: string, fields: Record<string, string>) => {
      const seen = await getSeenReturnVersion(staff, number)
      const form = { seen, request: randomUUID(), 'lines[0][position]': '1', ...fields }
      const { status, headers } = await staff.postForm(`/admin/returns/${number}/${step}`, form)
      return [status, headers.get('location')]
    }
    const url = `/admin/returns/${number}`
    expect(await post('authorise', { 'lines[0][quantity]': '2', note: '' })).toEqual([303, url])
    expect((await staff.getFile(`${url}/label.pdf`)).headers.get('content-type')).toBe('application/pdf')
    expect(await post('receive', { 'lines[0][quantity]': '2' })).toEqual([303, url])
    expect(
      await post('inspect', {
        'lines[0][restocked]': '2',
        'lines[0][scrapped]': '',
        'lines[0][note]': 'As new',
      }),
    ).toEqual([303, url])
    expect(toText((await staff.getPage(url)).text)).toContain('As new')
  })
})

test('R-RETURN-6: each step needs its right; everybody who looks at orders sees the return', async () => {
  const { number } = await createReturn({ 1: 1 })
  const lines = toLines({ 1: 1 })
  const getStatus = async (right: string, step: string) => {
    await shop.sql(
      `update person set roles = '{buyer,staff}', permissions = '{}', staff_rights = $1 where email = 'retail@example.com'`,
      [[right]],
    )
    const person = await shop.signIn('retail@example.com')
    const path = `/admin/returns/${number}`
    if (step === '') return (await person.getPage(path)).status
    return (await person.post(`${path}/${step}`, { seen: 0, request: randomUUID(), ...lines })).status
  }
  const statuses: Record<string, number[]> = {}
  for (const step of ['', 'authorise', 'refuse', 'close', 'receive', 'inspect', 'credit'])
    statuses[step] = [
      await getStatus('sales', step),
      await getStatus('warehouse', step),
      await getStatus('accounts', step),
    ]
  expect(statuses).toEqual({
    '': [200, 200, 200],
    authorise: [200, 403, 403],
    refuse: [200, 403, 403],
    close: [200, 403, 403],
    receive: [403, 200, 403],
    inspect: [403, 200, 403],
    credit: [403, 403, 200],
  })
})
