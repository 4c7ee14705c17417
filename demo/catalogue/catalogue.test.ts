import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { toCodeKey } from '../../src/lib/part-number.ts'
import { recipeSchema } from '../product-pictures/recipe.ts'
import { demoSize, generateCatalogue } from './catalogue.ts'
import { filterTypes } from './filter-types.ts'
import type { DemoProduct } from './rows.ts'

const catalogue = generateCatalogue()
const products = [...catalogue.products]
const codes = [...catalogue.codes]
const fitments = [...catalogue.fitments]
const ranges = [...catalogue.serialRanges]
const variants = [...catalogue.variants]
const byCode = new Map(products.map(product => [product.code, product]))

const unique = <T>(rows: readonly T[], key: (row: T) => string) => new Set(rows.map(key)).size
const hashOf = (rows: Iterable<unknown>) => {
  const sum = createHash('sha256')
  for (const row of rows) sum.update(JSON.stringify(row))
  return sum.digest('hex')
}

describe('the demo catalogue', () => {
  it('has kits that cost less than their filters separately', () => {
    const kits = Map.groupBy(catalogue.kits, row => row.kitCode)
    expect(kits.size).toBeGreaterThan(20)
    for (const [code, rows] of kits) {
      const parts = rows.map(row => ({ ...row, price: byCode.get(row.productCode)!.price }))
      const price = byCode.get(code)!.price
      if (price === null || parts.some(part => part.price === null)) continue
      expect(price, code).toBeLessThan(parts.reduce((sum, part) => sum + part.quantity * part.price!, 0))
    }
  })

  it('has exactly the rows of R-DEMO-6', () => {
    expect(products).toHaveLength(3000)
    expect(codes).toHaveLength(20_000)
    expect([...catalogue.makes]).toHaveLength(60)
  })

  it.each([
    { ...demoSize, products: 700, codes: 3000, makes: 10, models: 200, variants: 500, fitments: 4000 },
    { ...demoSize, products: 9000, codes: 90_000, makes: 200, models: 900, variants: 2700, fitments: 30_000 },
  ])('has exactly the requested number of rows: $products products', size => {
    const drawn = generateCatalogue(size)
    const count = (rows: Iterable<unknown>) => [...rows].length
    expect([drawn.products, drawn.codes, drawn.makes, drawn.variants, drawn.fitments].map(count)).toEqual([
      size.products,
      size.codes,
      size.makes,
      size.variants,
      size.fitments,
    ])
    expect(unique([...drawn.products], product => product.code)).toBe(size.products)
  })

  it('is the same every time, and another with another seed', () => {
    expect(hashOf(generateCatalogue().products)).toBe(hashOf(products))
    expect(hashOf(generateCatalogue().codes)).toBe(hashOf(codes))
    expect(hashOf(generateCatalogue().fitments)).toBe(hashOf(fitments))
    expect(hashOf(generateCatalogue({ ...demoSize, seed: 2 }).products)).not.toBe(hashOf(products))
  })

  it('keeps its first products when it grows, so that links stay valid', () => {
    const larger = generateCatalogue({ ...demoSize, products: 6000 }).products
    const first = [...larger].slice(0, 2900)
    expect(first.map(product => product.path)).toEqual(products.slice(0, 2900).map(product => product.path))
  })

  it('gives every product a number, a path and a picture of its own', () => {
    const pictured = products.filter(product => product.image)
    expect(unique(products, product => product.code)).toBe(3000)
    expect(unique(products, product => product.path)).toBe(3000)
    expect(unique(pictured, product => product.image!)).toBe(pictured.length)
    expect(products.every(product => /^[a-z0-9][a-z0-9/-]*$/.test(product.path))).toBe(true)
    expect(unique(codes, row => `${row.productCode}|${row.maker}|${row.code}`)).toBe(20_000)
    expect(unique(variants, row => `${row.make}|${row.model}|${row.name}`)).toBe(variants.length)
    expect(
      unique(fitments, row => `${row.make}|${row.model}|${row.variant}|${row.productCode}|${row.position}`),
    ).toBe(fitments.length)
  })

  it('refers only to products that exist', () => {
    expect(codes.filter(row => !byCode.has(row.productCode))).toEqual([])
    expect(fitments.filter(row => !byCode.has(row.productCode))).toEqual([])
    expect(products.filter(product => product.supersededBy && !byCode.has(product.supersededBy))).toEqual([])
    const mentioned = products.flatMap(product => [
      product.attributes['Matching inner element'],
      product.attributes['Matching outer element'],
    ])
    expect(mentioned.filter(code => code !== undefined && !byCode.has(String(code)))).toEqual([])
  })

  it('can draw every picture that it names', () => {
    expect(
      products.filter(product => product.recipe && !recipeSchema.safeParse(product.recipe).success),
    ).toEqual([])
  })

  it('has products of every type except the empty one', () => {
    const present = new Set(products.map(product => product.type))
    expect([...catalogue.types].map(type => type.name).filter(name => !present.has(name))).toEqual([
      'Gas filter',
    ])
    expect(Object.keys(filterTypes).length).toBeGreaterThanOrEqual(23)
  })

  it('prices generated products in steps of 5 p, at least 5 p', () => {
    const odd = products
      .slice(20)
      .filter(product => product.price !== null && (product.price < 5 || product.price % 5 !== 0))
    expect(odd).toEqual([])
  })

  it('makes every inner air element smaller than its outer one, with clearance', () => {
    for (const inner of products.filter(product => product.attributes['Matching outer element'])) {
      const outer = byCode.get(String(inner.attributes['Matching outer element']))!
      expect(Number(inner.attributes['Outer diameter'])).toBeLessThan(
        Number(outer.attributes['Inner diameter']) - 2,
      )
    }
  })

  it('lists the same number only for filters with the same measures', () => {
    const sharedCodes = codes.filter(row => byCode.get(row.code) && !row.productCode.startsWith('FH-EDGE'))
    const measures = ({ attributes }: DemoProduct) =>
      [attributes['Outer diameter'], attributes.Height, attributes.Thread].join()
    const withSameMeasures = sharedCodes.filter(
      row => measures(byCode.get(row.code)!) === measures(byCode.get(row.productCode)!),
    )
    // One in twenty shared numbers belongs to a different filter, as in real catalogues (cross-references.ts).
    expect(sharedCodes.length).toBeGreaterThan(1000)
    expect(withSameMeasures.length / sharedCodes.length).toBeGreaterThan(0.9)
  })

  it('has numbers that two makers use for different filters', () => {
    const makers = new Map<string, Set<string>>()
    for (const row of codes) makers.set(row.code, (makers.get(row.code) ?? new Set()).add(row.maker))
    expect([...makers.values()].filter(names => names.size > 1).length).toBeGreaterThan(50)
  })
})

describe('engines and years of the demo machines', () => {
  it('are those of the variant’s name', () => {
    const generated = variants.filter(({ name }) => !['3CX 2012-2018', 'Mach 477 prototype'].includes(name))
    for (const { model, name, engine, yearFrom, yearTo } of generated)
      expect(name).toBe(`${model} ${engine} ${yearFrom}-${yearTo ?? ''}`)
    expect(variants.find(({ name }) => name === '3CX 2012-2018')).toMatchObject({
      engine: 'Dieselmax 444',
      yearFrom: 2012,
      yearTo: 2018,
    })
  })

  it('tell the generated variants of a model apart', () => {
    const generated = variants.filter(({ name }) => name !== '3CX 2012-2018')
    expect(unique(generated, row => `${row.make}|${row.model}|${row.yearFrom}`)).toBe(generated.length)
  })
})

describe('the fixed rows of R-DEMO-2 and R-DEMO-3', () => {
  it.each([
    ['FH-OIL-1', 1250, 1000, false, null],
    ['FH-AIR-1', 2499, 5, false, null],
    ['FH-FUEL-1', 800, 0, false, '7-10 days'],
    ['FH-HYD-1', 4995, 0, true, '2-3 weeks'],
    ['FH-SEAL-1', 400, 1000, false, null],
  ])('%s has its price and stock', (code, price, stock, backOrder, availabilityNote) => {
    expect(byCode.get(code)).toMatchObject({ price, stock, backOrder, availabilityNote, forSale: true })
  })

  it('find FH-OIL-1, and only it, by its Donaldson and its Fleetguard number', () => {
    const under = (key: string) => codes.filter(row => toCodeKey(row.code) === key)
    expect(under('P551712')).toEqual([{ productCode: 'FH-OIL-1', maker: 'Donaldson', code: 'P 551-712' }])
    expect(under('LF9009')).toEqual([{ productCode: 'FH-OIL-1', maker: 'Fleetguard', code: 'LF9009' }])
  })

  it('fit the JCB 3CX 2012-2018 and no other machine', () => {
    const four = ['FH-OIL-1', 'FH-AIR-1', 'FH-FUEL-1', 'FH-HYD-1']
    const there = fitments.filter(
      row => row.make === 'JCB' && row.model === '3CX' && row.variant === '3CX 2012-2018',
    )
    expect(there.map(row => row.productCode)).toEqual(four)
    expect(fitments.filter(row => four.includes(row.productCode))).toHaveLength(4)
    expect([...catalogue.models]).toContainEqual({
      make: 'JCB',
      modelType: 'Backhoe Loaders',
      name: '3CX',
      slug: '3cx',
    })
  })

  it.each([
    demoSize,
    { ...demoSize, products: 2000, makes: 60, models: 4000, variants: 16_000, fitments: 1 },
  ])('have plate numbers that no other JCB has, with $makes makes', size => {
    const jcb = [...generateCatalogue(size).serialRanges].filter(row => row.make === 'JCB')
    const fixedRanges = jcb.filter(row => row.variant === '3CX 2012-2018')
    expect(fixedRanges.map(({ kind, from, to }) => [kind, from, to])).toEqual([
      ['serial', 2000001, 2299999],
      ['mach', 910000, 919999],
    ])
    const otherRanges = jcb.filter(row => !fixedRanges.includes(row))
    for (const { from, to } of fixedRanges) {
      expect(
        otherRanges.filter(row => row.from <= to! && (row.to ?? Number.POSITIVE_INFINITY) >= from),
      ).toEqual([])
    }
    expect([...generateCatalogue(size).makes].find(make => make.name === 'JCB')?.showMachNumber).toBe(true)
  })

  it('include the unusual rows of real files', () => {
    const titles = products.map(product => product.title)
    expect(titles.some(title => /[&<>]/.test(title) && title.includes('"') && title.includes("'"))).toBe(true)
    expect(titles.some(title => title.includes('Łódź'))).toBe(true)
    expect(Math.max(...titles.map(title => title.length))).toBe(140)
    for (const code of ['MAR10', '1E5', '0012']) expect(byCode.has(code)).toBe(true)
    expect(products.some(product => product.price === null)).toBe(true)
    expect(products.some(product => product.image === null)).toBe(true)
    expect(products.some(product => product.image && !product.recipe)).toBe(true)
    const fitted = new Set(fitments.map(row => row.variant))
    expect(variants.filter(row => !fitted.has(row.name)).map(row => row.name)).toEqual(['Mach 477 prototype'])
    const modelled = new Set([...catalogue.models].map(model => model.make))
    expect([...catalogue.makes].filter(make => !modelled.has(make.name)).map(make => make.name)).toEqual([
      'Hägglunds',
    ])
    expect(ranges.some(row => row.to === null)).toBe(true)
  })
})
