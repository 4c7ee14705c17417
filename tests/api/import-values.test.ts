import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { createImportRunner, fingerprintCatalogue, parseCounts, type RunImport } from './run-import.ts'

let shop: TestShop
let load: RunImport

beforeAll(async () => {
  shop = await startTestShop()
  load = await createImportRunner({ sql: shop.sql, dataDir: shop.context.config.dataDir })
}, 60_000)
afterAll(async () => {
  load.close()
  await shop.close()
})

describe('engine and years of a machine', () => {
  const head = 'make,model_type,model,variant'
  const listFacts = () =>
    shop.sql(
      `select v.name, v.engine, v.year_from, v.year_to from variant v join model mo on mo.id = v.model_id
       where mo.name = 'Y 1' order by 1`,
    )
  const importMachines = async (columns: string, ...rows: string[]) =>
    load({ 'machines.csv': [columns, ...rows].join('\n') })

  test('R-IMPORT-9: are stored, stay without their columns, and go with an empty cell', {
    timeout: 60_000,
  }, async () => {
    const full = [`${head},engine,year_from,year_to`, 'Yard,Tractors,Y 1,a,Perkins 1104,2012,2018']
    const openEnded = 'Yard,Tractors,Y 1,b,,2019,'
    expect(parseCounts((await importMachines(full[0]!, full[1]!, openEnded)).out)).toEqual({
      'machines.csv': [2, 0, 0],
    })
    const stored = [
      { name: 'a', engine: 'Perkins 1104', year_from: 2012, year_to: 2018 },
      { name: 'b', engine: null, year_from: 2019, year_to: null },
    ]
    expect(await listFacts()).toEqual(stored)
    expect(parseCounts((await importMachines(full[0]!, full[1]!, openEnded)).out)).toEqual({
      'machines.csv': [0, 0, 2],
    })

    const without = await importMachines(head, 'Yard,Tractors,Y 1,a', 'Yard,Tractors,Y 1,b')
    expect(parseCounts(without.out)).toEqual({ 'machines.csv': [0, 0, 2] })
    expect(await listFacts()).toEqual(stored)

    const emptied = await importMachines(
      `${head},engine`,
      'Yard,Tractors,Y 1,a,',
      'Yard,Tractors,Y 1,b,DPS 4.5',
    )
    expect(parseCounts(emptied.out)).toEqual({ 'machines.csv': [0, 2, 0] })
    expect(await listFacts()).toEqual([
      { name: 'a', engine: null, year_from: 2012, year_to: 2018 },
      { name: 'b', engine: 'DPS 4.5', year_from: 2019, year_to: null },
    ])
  })

  test('R-IMPORT-9: one year alone may not turn the stored years around', { timeout: 60_000 }, async () => {
    const late = await importMachines(
      `${head},year_from`,
      'yard,Tractors,Y 1,a,2019',
      'Yard,Tractors,Y 1,b,2019',
    )
    expect({ code: late.code, first: late.complaints[0] }).toEqual({
      code: 1,
      first: 'machines.csv:2: year_from is after the year_to that the shop has (2018)',
    })
    const early = await importMachines(`${head},year_to`, 'Yard,Tractors,Y 1,b,2018')
    expect(early.complaints[0]).toBe(
      'machines.csv:2: year_to is before the year_from that the shop has (2019)',
    )
  })
})

describe('R-IMPORT-10: numbers that look like dates', () => {
  const codes = (...numbers: string[]) => ({
    'codes.csv': ['product_code,manufacturer,code', ...numbers.map(code => `FH-SEAL-1,Wix,${code}`)].join(
      '\n',
    ),
  })
  const warning = (code: string) =>
    `warning: code '${code}' looks like a date and was imported as written; check that a spreadsheet has not changed it`

  test('are taken and found, with a warning that names the line', { timeout: 60_000 }, async () => {
    const { code, out, complaints } = await load(
      codes('20-02-2000', 'W 950/26', '2026-03-01', 'MAR-10', '1E5', 'W 7'),
    )
    expect({ code, complaints }).toEqual({
      code: 0,
      complaints: [
        `codes.csv:2: ${warning('20-02-2000')}`,
        `codes.csv:4: ${warning('2026-03-01')}`,
        `codes.csv:5: ${warning('MAR-10')}`,
      ],
    })
    expect(parseCounts(out)).toEqual({ 'codes.csv': [6, 0, 0] })
    await shop.waitForCatalogue()
    const { body } = await shop
      .createVisitor()
      .get<{ products: { list: { code: string }[] } }>('/search?query=20022000')
    expect(body.products.list.map(row => row.code)).toContain('FH-SEAL-1')
  })

  test('are taken as codes of products, which other files may then name', { timeout: 60_000 }, async () => {
    const { code, complaints } = await load({
      'products.csv': 'code,title,brand,type\n20-02-2000,Filter,Zollern,Cabin filter\n',
      'codes.csv':
        'product_code,manufacturer,code\n20-02-2000,Wix,X1\n20-02-2000,Wix,X2\n20-02-2000,Wix,X3\n',
    })
    expect({ code, complaints }).toEqual({
      code: 0,
      complaints: [`products.csv:2: ${warning('20-02-2000')}`],
    })
  })

  test('are refused when they are most of the column', { timeout: 60_000 }, async () => {
    const before = await fingerprintCatalogue(shop)
    const spoilt = codes('01/03/2026', '02/03/2026', '5.51E+08', 'W 1', 'W 2')
    for (const flags of [[], ['--skip-bad-rows'], ['--dry-run']]) {
      const { code, out, complaints } = await load(spoilt, ...flags)
      expect({ code, figures: parseCounts(out) }).toEqual({ code: 1, figures: { 'codes.csv': null } })
      expect(complaints).toContain(
        "codes.csv: 3 numbers in the column 'code', more than half, are dates or shortened numbers (first on lines 2, 3, 4): a spreadsheet has spoilt the column and the numbers are lost; format it as text and fill it in again",
      )
    }
    expect(await fingerprintCatalogue(shop)).toEqual(before)
  })
})
