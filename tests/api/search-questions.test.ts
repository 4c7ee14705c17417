import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { search } from '../../src/features/search/schemas.ts'
import type { ReplyOf } from '../../src/lib/calls/call.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop?.close())

type QuestionReply = ReplyOf<typeof search>
const ask = async (query: string) => {
  const parameters = new URLSearchParams({ query, 'with-hint': '1', scope: 'products,codes,makes_models' })
  return (await shop.createVisitor().get<QuestionReply>(`/search?${parameters}`)).body
}
const listCodes = async (query: string) => (await ask(query)).products!.list.map(({ code }) => code)
const openPage = (query: string, more = '') =>
  shop.createVisitor().getPage(`/search?query=${encodeURIComponent(query)}${more}`)
const readPage = async (query: string, more = '') =>
  (await openPage(query, more)).text.replaceAll('<!-- -->', '').replaceAll('&amp;', '&')
const getListText = (text: string) => /name="text" value="([^"]*)"/.exec(text)?.[1]

describe('a fitter who asks for a kind of filter of a machine', () => {
  test.each([
    'jcb 3cx oil filter',
    'oil filter for jcb 3cx',
    'oil filters jcb 3 cx',
    '3cx jcb oilfilter',
    'jbc 3cx oil fliter',
    'Ölfilter jcb 3cx',
    'filtre à huile jcb 3cx',
    'filtro de aceite jcb 3cx',
    'filtr oleju do jcb 3cx',
    'do you have an oil filter for my JCB 3CX?',
  ])('sees it first: %j', async query => {
    expect((await listCodes(query))[0]).toBe('FH-OIL-1')
  })

  test('sees what was left out, and never a page without anything near', async () => {
    const { products, understood } = await ask('jcb 3cx heavy duty oil filter')
    expect(products!.list[0]!.code).toBe('FH-OIL-1')
    expect(understood).toEqual({
      parts: [
        { kind: 'machine', label: 'JCB 3CX' },
        { kind: 'kind', label: 'Oil filter' },
      ],
      dropped: ['heavy duty'],
    })
    expect((await openPage('jcb 3cx heavy duty oil filter')).text.replaceAll('<!-- -->', '')).toContain(
      'without “heavy duty”',
    )
  })

  test('takes a part of the question away, and chooses a variant', async () => {
    const { text } = await openPage('jcb 3cx oil filter')
    expect(text).toContain('href="/search?query=oil%20filter"')
    expect(text).toContain('href="/search?query=jcb%203cx"')
    expect(text.replaceAll('<!-- -->', '')).toContain('Which JCB 3CX?')
    expect(await listCodes('JCB 3CX 2012-2018 oil filter')).toContain('FH-OIL-1')
    const { products } = await ask('JCB 3CX 2012-2018 oil filter')
    expect(products!.list[0]!.hint).toEqual({ name: 'fits', value: 'JCB 3CX 2012-2018' })
  })

  test('sees all filters of a machine by position', async () => {
    const { text } = await openPage('JCB 3CX 2012-2018')
    const at = ['Engine oil', 'Fuel, secondary', 'Air, outer', 'Hydraulic return'].map(position =>
      text.indexOf(`>${position}<`),
    )
    expect(at.every(position => position > 0)).toBe(true)
    expect(at).toEqual(at.toSorted((a, b) => a - b))
  })

  test('chooses a kind while typing', async () => {
    const { makes_models } = await ask('jcb 3cx')
    const [kind] = makes_models!.list
    expect(kind).toMatchObject({ group: 'machine', label: expect.stringMatching(/^JCB 3CX → .+ \(\d+\)$/) })
    const { text } = await shop.createVisitor().getPage(kind!.url)
    expect(text).toContain(/\((\d+)\)/.exec(kind!.label)![1]!)
  })
})

describe('a fitter who has filtered and sorted the results', () => {
  const refined = `&filters=${encodeURIComponent('{"brand":["Filterhouse"]}')}&sort=price-up`

  test('keeps both on taking a part away and on choosing a variant', async () => {
    const text = await readPage('jcb 3cx oil filter', refined)
    expect(text).toContain(`href="/search?query=oil%20filter${refined}"`)
    expect(text).toContain(`href="/search?query=jcb%203cx${refined}"`)
    expect(text).toContain(`href="/search?query=JCB%203CX%202012-2018%20oil%20filter${refined}"`)
  })
})

test('a fitter whose machine has very many variants is led to its engine and serial number', async () => {
  const link = 'href="/find-replacement-filters#make?manufacturer=jcb"'
  expect(await readPage('jcb 3cx')).not.toContain(link)
  await shop.sql(`with added as (
      insert into variant (model_id, name) select m.id, 'JS130 build ' || n
      from model m, generate_series(1, 45) n where m.slug = 'js130' returning id)
    insert into fitment (variant_id, product_id) select added.id, p.id from added, product p where p.code = 'FH-OIL-1'`)
  await shop.waitForCatalogue()
  expect(await readPage('jcb js130')).toContain(link)
})

describe('a fitter with a number', () => {
  test.each([
    'P/N: P551712 NEW',
    'lf9009 x 4',
    'replacement for LF9009',
    'what replaces LF9009?',
    'Part no.\n1R-0750\nqty 2',
    'P551712-016',
  ])('need not clean it up: %j', async query => {
    expect((await listCodes(query))[0]).toBe('FH-OIL-1')
  })

  test('pastes several, sees the answer of each, and takes them to the order pad', async () => {
    expect(await listCodes('LF9009, P772578 and 32/925694')).toEqual(['FH-OIL-1', 'FH-AIR-1', 'FH-FUEL-1'])
    const { text } = await openPage('LF9009, P772578 and 32/925694')
    expect(text).toContain('Check these in the order pad')
    expect(getListText(text)).toBe('LF9009, P772578 and 32/925694')
  })

  test('takes quantities, unknown numbers and lines to the order pad too', async () => {
    const list = 'lf9009 x 4, P551713 x 1\r\nfh-air-1 x 2'
    const text = await readPage(list)
    expect(getListText(text)).toBe('lf9009 x 4, P551713 x 1\nfh-air-1 x 2')
    expect(text).toContain('without “P551713”')
    const long = `LF9009 ${'P772578 x 2, '.repeat(10)}32/925694 x 3`
    expect(getListText(await readPage(long))).toBe(long)
    for (const several of ['LF9009 P551713', 'QQ-10001 and QQ-10002']) {
      expect(getListText(await readPage(several)), several).toBe(several)
    }
    for (const one of ['P551712-016', 'QQ-10001', 'P 551 712', 'jcb 3cx 2012-2018 oil filter', '93 x 140']) {
      expect(getListText(await readPage(one)), one).toBeUndefined()
    }
  })

  test('sees one answer for each of ten numbers, and how many products share one', async () => {
    const rows = await shop.sql<{ code: string }>(
      `select code from product where length(code) <= 8 and code ~ '[A-Z]' and code <> 'FH-OIL-1' order by id limit 9`,
    )
    const codes = ['FH-OIL-1', ...rows.map(({ code }) => code)]
    expect(codes).toHaveLength(10)
    await shop.sql(`insert into cross_reference (product_id, maker_id, code)
      select p.id, (select min(id) from maker), '398/18001' from product p where p.code in ('FH-OIL-1', 'FH-AIR-1')`)
    await shop.waitForCatalogue()
    const [, card = ''] = (await readPage(codes.join(' '))).split('We know these numbers')
    for (const code of codes) expect(card.split('</section>')[0]).toContain(`>${code}</span> `)
    const shared = await readPage('398/18001 LF9009')
    expect(shared).toMatch(/href="\/search\?query=398%2F18001"[^>]*>2 products</)
    for (const query of ['398/18001', '398/18001 new', 'P/N 398-18001 x 2']) {
      expect(await readPage(query), query).toContain('We know these numbers')
    }
  })

  test('sees a maker beside a number as it is, and numbers in capitals', async () => {
    const text = await readPage('donaldson P551712 gearbox')
    expect(text).toContain('Results for <strong>donaldson, P551712</strong>, without “gearbox”')
    expect(text).toContain('Number: </span>P551712')
    expect(text).not.toContain('Word:')
    expect(await readPage('Donaldson P551712 gearbox')).toContain(
      'Results for <strong>Donaldson, P551712</strong>',
    )
  })

  test('may name the machine beside it, or mistype it beside other words', async () => {
    const { products, understood } = await ask('jcb 3cx p551712')
    expect(products!.list.map(({ code }) => code)).toEqual(['FH-OIL-1'])
    expect(understood!.dropped).toEqual([])
    expect((await ask('P551713 filter')).codes!.suggestions).toEqual(['P 551-712'])
  })

  test('may misread a worn sign', async () => {
    const { products, codes } = await ask('P55I7I2')
    expect(products!.corrected).toBe('P 551-712')
    expect(codes!.suggestions).toEqual(['P 551-712'])
    expect((await openPage('P55I7I2')).text.replaceAll('<!-- -->', '')).toContain(
      'please check it against the number on your filter',
    )
  })
})

test('a visitor who asks for what no shop of filters has finds nothing', async () => {
  for (const query of ['purple elephant', 'zzxqy', 'garden chairs']) {
    expect((await ask(query)).products!.total, query).toBe(0)
  }
})

test('a size may be in inches, and its dimension in letters', async () => {
  expect(await listCodes('oil filter 3.66 x 5.59 in')).toContain('FH-OIL-1')
  expect(await listCodes('OD 93 H 142 oil filter')).toContain('FH-OIL-1')
  expect(await listCodes('OD 142 H 93')).not.toContain('FH-OIL-1')
})
