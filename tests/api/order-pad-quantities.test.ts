import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { addPad, readPad } from '../../src/features/order-pad/schemas.ts'
import type { ReplyOf } from '../../src/lib/calls/call.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { getBasket } from './checkout-calls.ts'
import { createDelivery, getFigures, sendDelivery } from './stock-calls.ts'

// R-PAD-6: a quantity is read, or it is queried, behind each door of the reader. Its spellings are unit tests.

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop()
  staff = await shop.signIn('staff@example.com')
})
afterAll(() => shop.close())

type Read = ReplyOf<typeof readPad>
type Add = ReplyOf<typeof addPad>

async function read(text: string, visitor = shop.createVisitor()) {
  const { body } = await visitor.post<Read>('/order-pad', { text })
  expect(body.problem).toBeNull()
  return body.pad
}
const readParts = async (text: string) =>
  (await read(text)).lines.filter(({ isPart }) => isPart).map(({ quantity, seen }) => [quantity, seen])

describe('a pasted list', () => {
  test('is read right, or has a question', async () => {
    const list = 'Part No;Qty (pcs)\nFH-SEAL-1;20\nFH-OIL-1;2 of 10'
    expect(await readParts(list)).toEqual([
      ['20', ''],
      ['', '2 of 10'],
    ])
    expect(await readParts('"FH-OIL-1 FH-AIR-1";4')).toEqual([
      ['', '4'],
      ['', '4'],
    ])
  })

  test('asks until the buyer has answered, and adds nothing of that line before', async () => {
    const visitor = shop.createVisitor()
    const { lines } = await read('Part;Qty\nFH-OIL-1;2.5\nFH-SEAL-1;4', visitor)
    const added = (await visitor.post<Add>('/order-pad/add', { lines })).body
    expect(added.added).toEqual([3])
    expect(added.pad.lines.map(({ quantity, seen }) => [quantity, seen])).toContainEqual(['', '2.5'])
    // Looked up again, it is still a question.
    const again = (await visitor.post<Read>('/order-pad', { lines: added.pad.lines })).body.pad
    expect(again.lines.find(({ code }) => code === 'FH-OIL-1')).toMatchObject({ quantity: '', seen: '2.5' })
    const answered = again.lines.map(line =>
      line.quantity === '' && line.isPart ? { ...line, quantity: '3' } : line,
    )
    expect((await visitor.post<Add>('/order-pad/add', { lines: answered })).body.success).toBe(true)
    expect((await getBasket(visitor)).items.map(({ qty }) => qty).sort()).toEqual([3, 4])
  })

  test('asks on the page what was seen, without JavaScript too', async () => {
    const page = await shop.createVisitor().postForm('/order-pad', { text: 'FH-OIL-1 2.5\nFH-SEAL-1 12000' })
    expect(page.text).toContain('How many? We read “2.5”.')
    expect(page.text).toContain('How many? We read “12000”. Enter a quantity from 1 to 9,999.')
    expect(page.text).toContain('name="lines[0][seen]" value="2.5"')
  })
})

describe('goods in', () => {
  test.each([
    ['Part No\tQty delivered\nFH-OIL-1\t20', 20],
    ['Part No,Qty Ordered,Qty Supplied\nFH-OIL-1,20,12', 12],
    ['Our part,Your part,Description,Despatched\nFH-OIL-1,P551712,Oil filter,7', 7],
    ['Pos;Teil;Liefermenge\n1;FH-OIL-1;30', 30],
  ])('reads what was delivered: %j', async (lines, quantity) => {
    const read = await sendDelivery(staff, createDelivery(lines))
    expect(read.lines.map(line => [line.code, line.quantity, line.problem])).toEqual([
      ['FH-OIL-1', quantity, ''],
    ])
  })

  test.each([
    'Part No,Qty Ordered\nFH-OIL-1,20',
    'Part No,Qty,To follow\nFH-OIL-1,20,8',
    'Part No,Foo\nFH-OIL-1,20',
    'Part No,Qty\nFH-OIL-1,',
    'Part No,Qty\nFH-OIL-1,2.5',
    '10 FH-OIL-1 2',
    'FH-OIL-1 no. 2',
    'FH-OIL-1 or FH-AIR-1 x 2',
    '"FH-OIL-1 FH-AIR-1";4',
  ])('never books on a doubt: %j', async lines => {
    const before = await getFigures(shop, 'FH-OIL-1')
    const delivery = createDelivery(lines)
    const { checked, lines: readLines } = await sendDelivery(staff, delivery)
    expect(readLines.map(({ problem }) => problem !== '')).not.toContain(false)
    expect((await sendDelivery(staff, { ...delivery, checked })).success).toBe(false)
    expect(await getFigures(shop, 'FH-OIL-1')).toEqual(before)
  })

  test('keeps a doubt of a file when its lines are read again from the form', async () => {
    const form = new FormData()
    form.set('supplier', 'Fleetguard')
    form.set('delivery_note', 'FG 78')
    form.set('file', new Blob(['Part No,Qty Ordered\nFH-OIL-1,20\n']), 'note.csv')
    const cookie = [...staff.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(`${shop.url}/admin/stock/goods-in/file`, {
      method: 'POST',
      body: form,
      headers: { origin: shop.url, accept: 'text/html', cookie },
    })
    const [, lines = ''] = /<textarea[^>]*name="lines"[^>]*>([^<]*)/.exec(await response.text()) ?? []
    expect(lines).toContain('FH-OIL-1\t20?')
    const again = await sendDelivery(staff, createDelivery(lines))
    expect(again.lines.map(({ problem }) => problem !== '')).toEqual([true])
  })
})
