import { afterAll, beforeAll, expect, test } from 'vitest'
import { stopWords } from '../../src/features/search/query/noise.ts'
import { tokenize } from '../../src/features/search/query/tokens.ts'
import type { search } from '../../src/features/search/schemas.ts'
import type { ReplyOf } from '../../src/lib/calls/call.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop?.close())

async function findTypes(query: string): Promise<string[]> {
  const url = `/search?${new URLSearchParams({ query, size: '20' })}`
  const { products } = (await shop.createVisitor().get<ReplyOf<typeof search>>(url)).body
  const rows = await shop.sql<{ name: string }>(
    'select distinct t.name from product p join product_type t on t.id = p.type_id where p.id = any($1)',
    [products!.list.map(({ id }) => id)],
  )
  return rows.map(({ name }) => name)
}

// R-LEARN-1. Words of brands ('MANN-FILTER') count too, so a question for a fuel filter also finds their separators.
test.each([
  ['oilfilter', /oil filter/i],
  ['Ölfilter', /oil filter/i],
  ['oelfilter', /oil filter/i],
  ['filtre huile', /oil filter/i],
  ['filtro aceite', /oil filter/i],
  ['filtr oleju', /oil filter/i],
  ['filtr olejowy', /oil filter/i],
  ['dieselfilter', /fuel/i],
  ['Kraftstofffilter', /fuel/i],
  ['filtre gasoil', /fuel/i],
  ['filtre gazole', /fuel/i],
  ['filtro gasóleo', /fuel/i],
  ['filtry paliwa', /fuel/i],
  ['agglomerator', /fuel/i],
  ['sediment', /separator/i],
  ['Wasserabscheider', /water separator/i],
  ['séparateur eau', /water separator/i],
  ['separador agua', /water separator/i],
  ['odwadniacz', /water separator/i],
  ['Luftfilter', /air filter/i],
  ['filtre air', /air filter/i],
  ['filtro aire', /air filter/i],
  ['filtr powietrza', /air filter/i],
  ['cabfilter', /cabin filter/i],
  ['Innenraumfilter', /cabin filter/i],
  ['filtre habitacle', /cabin filter/i],
  ['filtro habitáculo', /cabin filter/i],
  ['filtr kabinowy', /cabin filter/i],
  ['Hydraulikfilter', /hydraulic/i],
  ['filtre hydraulique', /hydraulic/i],
  ['filtro hidráulico', /hydraulic/i],
  ['filtr hydrauliczny', /hydraulic/i],
  ['suction screen', /suction strainer/i],
  ['crépine aspiration', /suction strainer/i],
  ['Getriebefilter', /transmission filter/i],
  ['filtr skrzyni', /transmission filter/i],
  ['Tankentlüftung', /tank breather/i],
  ['odma', /crankcase breather/i],
  ['waterfilter', /coolant filter/i],
  ['filtro refrigerante', /coolant filter/i],
  ['dessicant', /air dryer/i],
  ['Lufttrockner', /air dryer/i],
  ['osuszacz powietrza', /air dryer/i],
  ['def filter', /adblue filter/i],
  ['Harnstofffilter', /adblue filter/i],
  ['déshuileur', /oil separator/i],
  ['Wartungskit', /service kit/i],
  ['Nebenstromfilter', /by-pass/i],
  ['inline fuel filter', /in-line/i],
  ['precleaner', /air filter housing/i],
  ['pre-cleaner', /air filter/i],
  ['cooling system filter', /coolant filter/i],
  ['breather cap', /tank breather/i],
  ['maintenance kit', /service kit/i],
  ['kit de filtration', /service kit/i],
  ['Kurbelgehäuse-Entlüftungsfilter', /crankcase breather/i],
  ['odpowietrznik skrzyni korbowej', /crankcase breather/i],
  ['filtr płynu chłodniczego', /coolant filter/i],
  ['Ich brauche einen Ölfilter', /oil filter/i],
  ['filtre à gazole', /fuel/i],
  ['filtro de aceite', /oil filter/i],
])('a fitter who types %j finds the kind', async (question, kind) => {
  const types = await findTypes(question)
  expect(types).not.toEqual([])
  for (const name of types) expect(name).toMatch(kind)
})

test.each([
  ['cat 320d', 'caterpillar 320d'],
  ['nh oil filter', 'new holland oil filter'],
  ['ir oil filter', 'ingersoll rand oil filter'],
  ['ac oil filter', 'atlas copco oil filter'],
])('%j finds what %j finds', async (abbreviation, whole) => {
  expect(await findTypes(abbreviation)).toEqual(await findTypes(whole))
})

test('each seeded word is one that a question can have, and no stop word', async () => {
  const rows = await shop.sql<{ word: string; language: string }>('select word, language from search_synonym')
  expect(new Set(rows.map(({ language }) => language))).toEqual(new Set(['en', 'de', 'fr', 'es', 'pl']))
  for (const { word } of rows) {
    // 'spinon' and 'spin-on' are the same to people, not to the tokenizer.
    expect(tokenize(word).join(''), word).toBe(word)
    expect(stopWords.has(word), word).toBe(false)
  }
})
