import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PadReply, readPad } from '../../src/features/order-pad/schemas.ts'
import type { ReplyOf } from '../../src/lib/calls/call.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'

let shop: TestShop
const ids: Record<string, number> = {}

beforeAll(async () => {
  shop = await startTestShop()
  for (const code of ['FH-OIL-1', 'FH-FUEL-1', 'FH-HYD-1', 'FH-SEAL-1'])
    ids[code] = await shop.productId(code)
})
afterAll(() => shop.close())

type Read = ReplyOf<typeof readPad>

const read = async (text: string, visitor = shop.createVisitor()) =>
  (await visitor.post<Read>('/order-pad', { text })).body
const summarize = ({ lines }: PadReply) =>
  lines.map(({ nr, code, quantity, chosen, found: matches }) => [
    nr,
    code,
    quantity,
    chosen ?? matches.length,
  ])

describe('a list', () => {
  test('with several numbers on a line has a pad line for each, with its own quantity', async () => {
    const list =
      'P551712 LF9009 x2 and FF5052\n32/925346; 32/925694\n2 x LF9009 + 4 x FH-SEAL-1\nLF9009, P551712 3 each'
    const { pad } = await read(list)
    expect(summarize(pad)).toEqual([
      [1, 'P551712', '1', ids['FH-OIL-1']],
      [2, 'LF9009', '2', ids['FH-OIL-1']],
      [3, 'FF5052', '1', 0],
      [4, '32/925346', '1', ids['FH-HYD-1']],
      [5, '32/925694', '1', ids['FH-FUEL-1']],
      [6, 'LF9009', '2', ids['FH-OIL-1']],
      [7, 'FH-SEAL-1', '4', ids['FH-SEAL-1']],
      [8, 'LF9009', '3', ids['FH-OIL-1']],
      [9, 'P551712', '3', ids['FH-OIL-1']],
    ])
    expect(pad.lines.map(({ isPart }) => isPart)).not.toContain(false)
    expect(pad.lines[1]!.text).toBe('LF9009 x2')
  })

  test('names what it could not read beside a number, also after the next look-up', async () => {
    const visitor = shop.createVisitor()
    const { pad } = await read('LF9009 oil filter 12 micron, FH-SEAL-1 x2', visitor)
    expect(pad.lines.map(({ notRead }) => notRead)).toEqual(['12 micron', ''])
    const corrected = { lines: pad.lines.map(line => ({ ...line, code: 'FH-AIR-1' })) }
    const checked = (await visitor.post<Read>('/order-pad', corrected)).body.pad
    expect(checked.lines.map(({ notRead }) => notRead)).toEqual(['12 micron', ''])
  })

  test('with a number written in pieces keeps it whole', async () => {
    const { pad } = await read('P 551 712\nF 026 500 111\n2 x P 551 712, FH-SEAL-1')
    expect(summarize(pad)).toEqual([
      [1, 'P 551 712', '1', ids['FH-OIL-1']],
      [2, 'F 026 500 111', '1', 0],
      [3, 'P 551 712', '2', ids['FH-OIL-1']],
      [4, 'FH-SEAL-1', '1', ids['FH-SEAL-1']],
    ])
  })

  test('of more than 500 numbers is refused as a whole, on however few lines', async () => {
    const lines = Array.from({ length: 251 }, (_, nth) => `FH-OIL-1 x ${nth + 1}`)
    expect((await read(lines.join(', '))).pad.lines).toHaveLength(251)
    const split = await read(lines.map(line => `${line}, LF9009 x2`).join('\n'))
    expect(split.pad.lines).toEqual([])
    expect(split.problem).toMatch(/502 lines.*500 at a time/)
    expect((await read('4 '.repeat(40_000))).problem).toMatch(/too much text/)
  })
})

describe('without JavaScript', () => {
  test('a guest opens several numbers in the pad from a cached page', async () => {
    const visitor = shop.createVisitor()
    const cached = await visitor.getPage('/search?query=LF9009')
    expect([cached.headers.get('cache-control'), cached.headers.get('set-cookie')]).toEqual([
      expect.stringContaining('public'),
      null,
    ])
    const page = await visitor.postForm('/order-pad', { text: 'LF9009\r\nFH-SEAL-1' })
    expect(page.status).toBe(200)
    expect(page.text).toMatch(/Add (?:<!-- -->)?2(?:<!-- -->)? lines/)
    const noted = await visitor.postForm('/order-pad', { text: 'LF9009 12 micron' })
    expect(noted.text.replaceAll('<!-- -->', '')).toContain('Not read: “12 micron”')
    expect(noted.text).toContain('name="lines[0][notRead]" value="12 micron"')
  })
})
