import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import { openPart, type PartReply, sendPart, toPartPage } from './part-calls.ts'
import { readPage } from './staff-forms.ts'

let shop: TestShop
let staff: TestVisitor
let visitor: TestVisitor
beforeAll(async () => {
  shop = await startTestShop()
  staff = await shop.signIn('staff@example.com')
  visitor = shop.createVisitor()
}, 60_000)
afterAll(() => shop.close())

const send = async (code: string, path: string, fields: Record<string, string>): Promise<PartReply> => {
  const page = await toPartPage(shop, code)
  return sendPart(staff, `${page}${path}`, { ...(await openPart(staff, page, path)), ...fields })
}
const searchCodes = async (query: string): Promise<string[]> => {
  await shop.waitForCatalogue()
  const { body } = await visitor.get<{ products: { list: { code: string }[] } }>(
    `/search?${new URLSearchParams({ query, size: '50' })}`,
  )
  return body.products.list.map(({ code }) => code)
}
const undo = (code: string) => send(code, '/undo', {})

describe('R-PRODUCT-7: the numbers of a part', () => {
  test('are pasted in any order, searched, removed and undone', async () => {
    const add = 'Donaldson QX 77-1\nQX772\tFleetguard\nNovel Maker ZZ 9001'
    expect(await send('FH-OIL-1', '/numbers', { add })).toMatchObject({ success: true })
    for (const query of ['qx771', 'QX-772', 'zz9001']) expect(await searchCodes(query)).toEqual(['FH-OIL-1'])
    const page = await toPartPage(shop, 'FH-OIL-1')
    expect(readPage(await staff.getPage(page))).toContain('numbers: + Donaldson QX 77-1')
    expect((await send('FH-OIL-1', '/numbers', { remove: 'Novel Maker ZZ 9001' })).success).toBe(true)
    expect(await searchCodes('zz9001')).toEqual([])
    expect((await undo('FH-OIL-1')).success).toBe(true)
    expect(await searchCodes('zz9001')).toEqual(['FH-OIL-1'])
    expect((await send('FH-OIL-1', '/numbers', { add: 'QX772' })).errors.add).toMatch(/needs a maker/)
  })

  test('that another part has name that part; a choice shares or moves them', async () => {
    const refused = await send('FH-AIR-1', '/numbers', { add: 'donaldson qx771' })
    expect(refused.errors.elsewhere).toMatch(/^Donaldson qx771 is on FH-OIL-1, .*Choose whether/)
    const itself = await send('FH-AIR-1', '/numbers', { add: 'Donaldson QX771' })
    expect(itself.success).toBe(false)
    expect((await send('FH-AIR-1', '/numbers', { add: 'Donaldson QX771', elsewhere: 'share' })).success).toBe(
      true,
    )
    expect((await searchCodes('qx771')).toSorted()).toEqual(['FH-AIR-1', 'FH-OIL-1'])
    expect((await undo('FH-AIR-1')).success).toBe(true)
    expect((await send('FH-AIR-1', '/numbers', { add: 'Donaldson QX771', elsewhere: 'move' })).success).toBe(
      true,
    )
    expect(await searchCodes('qx771')).toEqual(['FH-AIR-1'])
    const [entry] = await shop.sql<{ detail: string }>(
      'select detail from audit where subject = $1 order by id desc',
      [`part ${await shop.productId('FH-OIL-1')}`],
    )
    expect(entry!.detail).toBe('numbers: − Donaldson QX 77-1')
  })
})

describe('R-PRODUCT-8: the machines of a part', () => {
  test('are searched and ticked, copied from another part, and removed', async () => {
    const page = await toPartPage(shop, 'FH-SEAL-1')
    const [variant] = await shop.sql<{ id: number; words: string }>(
      `select v.id, concat_ws(' ', mk.name, mo.name, v.name) as words from variant v
       join model mo on mo.id = v.model_id join make mk on mk.id = mo.make_id order by v.id limit 1`,
    )
    const { text } = await staff.getPage(`${page}?${new URLSearchParams({ find: variant!.words })}`)
    expect(text).toContain(`name="add" value="${variant!.id}"`)
    const fields = { add: String(variant!.id), position: 'Test bench', quantity: '2' }
    expect((await send('FH-SEAL-1', '/machines', { ...fields, quantity: '0' })).errors).toHaveProperty(
      'quantity',
    )
    expect((await send('FH-SEAL-1', '/machines', fields)).success).toBe(true)
    const name = `${variant!.words}, Test bench × 2`
    expect(readPage(await staff.getPage(page))).toContain(name)
    const count = async (code: string) => {
      const [row] = await shop.sql<{ n: number }>(
        `select count(*)::int as n from fitment where product_id = (select id from product where code = $1)`,
        [code],
      )
      return row!.n
    }
    expect((await send('FH-SEAL-1', '/machines', { copy_from: 'fh oil 1' })).success).toBe(true)
    expect(await count('FH-SEAL-1')).toBeGreaterThanOrEqual(await count('FH-OIL-1'))
    expect((await send('FH-SEAL-1', '/machines', { copy_from: 'nope-nope' })).errors).toEqual({
      copy_from: 'No part has the number “nope-nope” alone.',
    })
    const before = await count('FH-SEAL-1')
    expect((await send('FH-SEAL-1', '/machines', { remove: name })).success).toBe(true)
    expect(await count('FH-SEAL-1')).toBe(before - 1)
  })
})

describe('R-PRODUCT-9: other parts', () => {
  test('a successor in a circle is refused, also of two of the staff at once', async () => {
    expect((await send('FH-OIL-1', '/links', { successor: 'fh-oil-1' })).errors).toEqual({
      successor: 'FH-OIL-1 is this part itself.',
    })
    const replies = await runConcurrently(2, nth =>
      nth === 0
        ? send('FH-OIL-1', '/links', { successor: 'FH-AIR-1' })
        : send('FH-AIR-1', '/links', { successor: 'FH-OIL-1' }),
    )
    expect(replies.map(({ success }) => success).toSorted()).toEqual([false, true])
    expect(replies.find(({ success }) => !success)!.errors.successor).toMatch(/^That would be a circle: FH-/)
    await send('FH-OIL-1', '/links', { successor: '' })
    await send('FH-AIR-1', '/links', { successor: '' })
  })

  test('what goes with a part is on its page, and a kit has no circle', async () => {
    expect((await send('FH-OIL-1', '/links', { related: 'FH-AIR-1\nfh air 1' })).success).toBe(true)
    const [row] = await shop.sql<{ path: string }>(`select path from product where code = 'FH-OIL-1'`)
    await shop.waitForCatalogue()
    expect(readPage(await visitor.getPage(`/${row!.path}`))).toContain('Goes with FH-AIR-1')
    expect((await send('FH-SEAL-1', '/links', { kit: '2 x FH-OIL-1\nFH-AIR-1' })).success).toBe(true)
    expect((await send('FH-OIL-1', '/links', { kit: 'FH-SEAL-1' })).errors).toEqual({
      kit: 'One of these is a kit that has this part in it.',
    })
    expect((await send('FH-SEAL-1', '/links', { kit: '2 x FH-OIL-1\nFH-OIL-1' })).errors.kit).toMatch(/twice/)
    expect((await undo('FH-SEAL-1')).success).toBe(true)
  })
})
