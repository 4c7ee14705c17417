import { describe, expect, it } from 'vitest'
import { pence } from '../../lib/money.ts'
import { serializeLineEntry } from '../basket/lines/line-entry.ts'
import { listReadyItems, type PadLine, type PadProduct, toPadView } from './pad.ts'

const product = (id: number, facts: Partial<PadProduct> = {}): PadProduct => ({
  id,
  code: `FH-${id}`,
  title: 'Oil filter',
  brand: 'Filterhouse',
  url: `/fh-${id}`,
  details: '',
  available: 100,
  backOrder: false,
  note: null,
  forSale: true,
  prices: [{ from: 1, price: pence(1000) }],
  instead: [],
  ...facts,
})

const line = (
  nr: number,
  chosen: number | null,
  quantity: string,
  facts: Partial<PadLine> = {},
): PadLine => ({
  nr,
  text: `line ${nr}`,
  isPart: true,
  code: 'P551712',
  quantity,
  seen: '',
  matches: chosen === null ? [] : [{ product: chosen, as: '' }],
  chosen,
  near: [],
  refusal: null,
  notRead: '',
  entry: serializeLineEntry({}),
  ...facts,
})

describe('the pad', () => {
  it('adds up a part that is on two lines: stock and price depend on the total quantity', () => {
    const prices = [
      { from: 1, price: pence(1000) },
      { from: 10, price: pence(800) },
    ]
    const view = toPadView({ lines: [line(1, 7, '4'), line(3, 7, '6')], products: [product(7, { prices })] })
    expect(view.rows.map(({ price, subtotal }) => [price, subtotal])).toEqual([
      [800, 3200],
      [800, 4800],
    ])
    expect(view.rows[0]!.combined).toEqual({ otherLines: [3], quantity: 10 })
    expect([view.exVat, view.incVat]).toEqual([8000, 9600])
    expect(listReadyItems(view).map(({ product, quantity }) => [product, quantity])).toEqual([
      [7, 4],
      [7, 6],
    ])

    const short = toPadView({
      lines: [line(1, 7, '4'), line(3, 7, '6')],
      products: [product(7, { available: 9 })],
    })
    expect(short.rows.map(({ state }) => state)).toEqual(['too_many', 'too_many'])
    expect(short.readyCount).toBe(0)
  })

  it.each<[string, PadLine, Partial<PadProduct>, string]>([
    [
      'a number that several parts have',
      line(1, null, '1', { matches: [{ product: 7, as: '' }] }),
      {},
      'choose',
    ],
    ['an unknown number', line(1, null, '1'), {}, 'unknown'],
    ['half a piece', line(1, 7, '0.5'), {}, 'bad_quantity'],
    ['no piece', line(1, 7, '0'), {}, 'bad_quantity'],
    ['a product that is no longer sold', line(1, 7, '1'), { forSale: false }, 'not_for_sale'],
    ['a product without a price', line(1, 7, 'x'), { prices: [] }, 'price_on_request'],
    ['a product that is out of stock', line(1, 7, '1'), { available: 0 }, 'none_left'],
    ['a product on back order', line(1, 7, '1'), { available: -3, backOrder: true }, 'ready'],
    ['more pieces than are available', line(1, 7, '101'), {}, 'too_many'],
    ['the last pieces', line(1, 7, '100'), {}, 'ready'],
  ])('shows the state of %s', (_, padLine, facts, state) => {
    const { rows } = toPadView({ lines: [padLine], products: [product(7, facts)] })
    expect(rows.map(row => row.state)).toEqual([state])
  })

  it('shows every line of the list: those with a part number, and those without', () => {
    const lines = [line(1, null, '1', { isPart: false }), line(2, 7, '1'), line(3, null, '1')]
    const { rows, remarks } = toPadView({ lines, products: [product(7)] })
    expect([...rows.map(row => row.line), ...remarks]).toHaveLength(lines.length)
  })

  it('refuses 10,000 pieces over two lines, because one order line takes 9,999', () => {
    const lines = [line(1, 7, '9,999'), line(2, 7, '1')]
    const { rows } = toPadView({ lines, products: [product(7, { available: 20_000 })] })
    expect(rows.map(({ state }) => state)).toEqual(['row_full', 'row_full'])
  })

  it('says of a short line how many it can use when the other lines with the part have theirs', () => {
    const lines = [line(1, 7, '9'), line(2, 7, '2'), line(3, 8, '9')]
    const products = [product(7, { available: 5 }), product(8, { available: 5 })]
    expect(toPadView({ lines, products }).rows.map(({ state, usable }) => [state, usable])).toEqual([
      ['too_many', 3],
      ['too_many', 0],
      ['too_many', 5],
    ])
  })

  it('says of a line on back order how many are sent later, when some are in stock', () => {
    const lines = [line(1, 7, '5'), line(2, 8, '5')]
    const products = [
      product(7, { available: 2, backOrder: true }),
      product(8, { available: 0, backOrder: true }),
    ]
    expect(toPadView({ lines, products }).rows.map(({ state, later }) => [state, later])).toEqual([
      ['ready', 3],
      ['ready', 0],
    ])
  })
})
