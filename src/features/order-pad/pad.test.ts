import { describe, expect, it } from 'vitest'
import { pence } from '../../lib/money.ts'
import { type PadLine, type PadProduct, readyPieces, viewOf } from './pad.ts'

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
  found: chosen === null ? [] : [{ product: chosen, as: '' }],
  chosen,
  near: [],
  refusal: null,
  ...facts,
})

describe('the pad', () => {
  it('adds up a part that is named twice: stock and price are those of all its pieces', () => {
    const prices = [
      { from: 1, price: pence(1000) },
      { from: 10, price: pence(800) },
    ]
    const view = viewOf({ lines: [line(1, 7, '4'), line(3, 7, '6')], products: [product(7, { prices })] })
    expect(view.rows.map(({ price, subtotal }) => [price, subtotal])).toEqual([
      [800, 3200],
      [800, 4800],
    ])
    expect(view.rows[0]!.together).toEqual({ others: [3], quantity: 10 })
    expect([view.exVat, view.incVat]).toEqual([8000, 9600])
    expect(readyPieces(view)).toEqual([{ product: 7, quantity: 10 }])

    const short = viewOf({
      lines: [line(1, 7, '4'), line(3, 7, '6')],
      products: [product(7, { available: 9 })],
    })
    expect(short.rows.map(({ state }) => state)).toEqual(['too_many', 'too_many'])
    expect(short.ready).toBe(0)
  })

  it.each<[string, PadLine, Partial<PadProduct>, string]>([
    [
      'a number that several parts have',
      line(1, null, '1', { found: [{ product: 7, as: '' }] }),
      {},
      'choose',
    ],
    ['a number nobody has', line(1, null, '1'), {}, 'unknown'],
    ['half a piece', line(1, 7, '0.5'), {}, 'bad_quantity'],
    ['no piece', line(1, 7, '0'), {}, 'bad_quantity'],
    ['what is sold no more', line(1, 7, '1'), { forSale: false }, 'not_for_sale'],
    ['what has no price', line(1, 7, 'x'), { prices: [] }, 'not_for_sale'],
    ['what is out of stock', line(1, 7, '1'), { available: 0 }, 'none_left'],
    ['what is out of stock and comes later', line(1, 7, '1'), { available: -3, backOrder: true }, 'ready'],
    ['more than there are', line(1, 7, '101'), {}, 'too_many'],
    ['the last of them', line(1, 7, '100'), {}, 'ready'],
  ])('says of %s what it is', (_, given, facts, state) => {
    const { rows } = viewOf({ lines: [given], products: [product(7, facts)] })
    expect(rows.map(row => row.state)).toEqual([state])
  })

  it('shows every line that was given: parts, and those without a number', () => {
    const lines = [line(1, null, '1', { isPart: false }), line(2, 7, '1'), line(3, null, '1')]
    const { rows, remarks } = viewOf({ lines, products: [product(7)] })
    expect([...rows.map(row => row.line), ...remarks]).toHaveLength(lines.length)
  })

  it('of 9,999 and one more says that a line takes no more', () => {
    const lines = [line(1, 7, '9,999'), line(2, 7, '1')]
    const { rows } = viewOf({ lines, products: [product(7, { available: 20_000 })] })
    expect(rows.map(({ state }) => state)).toEqual(['row_full', 'row_full'])
  })
})
