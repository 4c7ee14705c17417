import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importOrder } from '../../src/features/catalogue-import/validation/columns.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import {
  createImportRunner,
  fingerprintCatalogue,
  parseCounts,
  type RunImport,
  runImport,
} from './run-import.ts'

let shop: TestShop
let load: RunImport
const folders: string[] = []

beforeAll(async () => {
  shop = await startTestShop()
  load = await createImportRunner({ sql: shop.sql, dataDir: shop.context.config.dataDir })
}, 60_000)
afterAll(async () => {
  load.close()
  for (const folder of folders) rmSync(folder, { recursive: true })
  await shop.close()
})

/** What the shop exports, by file. */
async function exportShop(): Promise<{ folder: string; files: Record<string, string> }> {
  const folder = mkdtempSync(join(tmpdir(), 'filterhouse-export-'))
  folders.push(folder)
  const { code, complaints, out } = await runImport(['--export', folder], load.env)
  expect({ code, complaints }).toEqual({ code: 0, complaints: [] })
  expect(out.trim().split('\n')).toEqual(importOrder.map(file => join(folder, file)))
  const files = readdirSync(folder).map(file => [file, readFileSync(join(folder, file), 'utf8')] as const)
  return { folder, files: Object.fromEntries(files) }
}

test('R-IMPORT-16: what the whole demo exports changes nothing when it is imported again', {
  timeout: 120_000,
}, async () => {
  await shop.sql(
    `insert into customer_price (company_id, product_id, min_quantity, price, imported)
     select c.id, p.id, 10, 1234, true from company c, product p where p.code in ('FH-OIL-1', 'FH-AIR-1')`,
  )
  const { folder, files } = await exportShop()
  const before = await fingerprintCatalogue(shop)
  const { code, out, complaints } = await runImport([folder, '--dry-run', '--replace'], load.env)
  expect({ code, complaints: complaints.filter(line => !line.includes('warning')) }).toEqual({
    code: 0,
    complaints: [],
  })
  const counts = parseCounts(out)
  expect(Object.keys(counts)).toEqual(importOrder)
  for (const file of importOrder) {
    const [added, changed, same = 0, gone] = counts[file]!
    expect({ file, added, changed, gone }).toEqual({ file, added: 0, changed: 0, gone: 0 })
    expect(same, file).toBe(files[file]!.match(/\r\n(?=.)/g)?.length ?? 0)
  }
  expect(counts['products.csv']![2]).toBeGreaterThan(100)
  expect(await fingerprintCatalogue(shop)).toEqual(before)
})

test('R-IMPORT-16: nothing of a part is lost: pictures, successor, kit, cost, off sale, formulas', {
  timeout: 120_000,
}, async () => {
  const head =
    'code,title,brand,type,description,price,free,cost,more_images,successor,kit,off_sale,attr:Colour,lead_time'
  const { code, complaints } = await load({
    'products.csv': [
      head,
      'EX-KIT,Kit,Zollern,Oil filter,,0,1,,,,EX-OLD x 2 | FH-OIL-1,0,,',
      `EX-OLD,"'=Old, ""part""",Zollern,Oil filter,"Two\nlines",9.5,,4.25,,EX-NEW,,1,'-40 °C,`,
      'EX-NEW,New part,Zollern,Oil filter,,,,,,,,,red,7-10',
    ].join('\n'),
  })
  expect({ code, complaints }).toEqual({ code: 0, complaints: [] })
  expect(
    await shop.sql(
      `select p.title, p.cost, p.for_sale as "forSale", o.code as successor, a.value as colour
       from product p join product o on o.id = p.superseded_by
       join product_attribute a on a.product_id = p.id where p.code = 'EX-OLD'`,
    ),
  ).toEqual([{ title: '=Old, "part"', cost: 425, forSale: false, successor: 'EX-NEW', colour: '-40 °C' }])
  const { folder, files } = await exportShop()
  expect(files['products.csv']).toContain('EX-OLD x 2 | FH-OIL-1 x 1')
  expect(files['products.csv']).toContain(`"'=Old, ""part"""`)
  const again = await runImport([folder, '--dry-run', '--replace'], load.env)
  expect(parseCounts(again.out)['products.csv']).toEqual([0, 0, expect.any(Number), 0])
  // Without the columns nothing of it changes, with empty cells all of it does.
  const part = await load({ 'products.csv': 'code,title\nEX-KIT,Kit\nEX-OLD,New title\n' })
  expect(parseCounts(part.out)['products.csv']).toEqual([0, 1, 1])
  expect(
    await shop.sql(`select count(*)::int as n from kit_component c join product p on p.id = c.kit_product_id
    where p.code = 'EX-KIT'`),
  ).toEqual([{ n: 2 }])
  const emptied = await load({
    'products.csv': 'code,kit,successor,cost,off_sale\nEX-KIT,,,,\nEX-OLD,,,,0\n',
  })
  expect(parseCounts(emptied.out)['products.csv']).toEqual([0, 2, 0])
  expect(
    await shop.sql(
      `select for_sale as "forSale", superseded_by as successor, cost from product where code = 'EX-OLD'`,
    ),
  ).toEqual([{ forSale: true, successor: null, cost: null }])
})

test('R-IMPORT-17: successors in a circle and kits of unknown parts are bad rows', {
  timeout: 60_000,
}, async () => {
  const { code, complaints } = await load({
    'products.csv': [
      'code,title,brand,type,successor,kit',
      'CIR-1,A,Zollern,Oil filter,CIR-2,',
      'CIR-2,B,Zollern,Oil filter,CIR-1,',
      'CIR-3,C,Zollern,Oil filter,NO-SUCH,',
      'CIR-4,D,Zollern,Oil filter,,CIR-4 x 2',
      'CIR-5,E,Zollern,Oil filter,,NO-SUCH x 2 | CIR-1',
      'CIR-6,F,Zollern,Oil filter,,CIR-1 x 2 | CIR-1',
    ].join('\n'),
  })
  expect(code).toBe(1)
  expect(complaints.slice(0, 6)).toEqual([
    'products.csv:2: successor: CIR-2 leads back to this product',
    'products.csv:3: successor: CIR-1 leads back to this product',
    'products.csv:4: successor: no product has the code NO-SUCH',
    'products.csv:5: kit: no product has the code CIR-4, or it is the kit itself',
    'products.csv:6: kit: no product has the code NO-SUCH, or it is the kit itself',
    `products.csv:7: kit 'CIR-1 x 2 | CIR-1' has a code twice`,
  ])
})

test('R-IMPORT-17: stock.csv counts parts that exist and changes nothing else', {
  timeout: 60_000,
}, async () => {
  const unknown = await load({ 'stock.csv': 'code,stock\nNO-SUCH,4\n' })
  expect(unknown.complaints[0]).toBe('stock.csv:2: code: no product has the code NO-SUCH')
  const { out } = await load({ 'stock.csv': 'code,stock,bin\nFH-AIR-1,7,A-1\nEX-NEW,0,\n' }, '--replace')
  expect(parseCounts(out)).toEqual({ 'stock.csv': [0, 1, 1, 0] })
  expect(
    await shop.sql(
      `select st.on_hand as "onHand", st.bin from stock st join product p on p.id = st.product_id where p.code = 'FH-AIR-1'`,
    ),
  ).toEqual([{ onHand: 7, bin: 'A-1' }])
})

test('R-IMPORT-18: a file that needs a refused one says so in one sentence', {
  timeout: 60_000,
}, async () => {
  const rows = Array.from({ length: 30 }, (_, nth) => `DEP-${nth},Part,Zollern,Oil filter,missing-${nth}.jpg`)
  const codes = Array.from({ length: 30 }, (_, nth) => `DEP-${nth},Maker,M ${nth}`)
  const { code, complaints } = await load({
    'products.csv': ['code,title,brand,type,image', ...rows].join('\n'),
    'codes.csv': ['product_code,manufacturer,code', ...codes, 'FH-OIL-1,Maker,M 100', ',Maker,M 101'].join(
      '\n',
    ),
    'stock.csv': 'code,stock\nDEP-1,4\n',
  })
  expect(code).toBe(1)
  expect(complaints.filter(line => !line.startsWith('products.csv'))).toEqual([
    'codes.csv:33: product_code is empty',
    'codes.csv: 30 rows were not read: what it names is in products.csv, which was refused; mend that file first',
    'codes.csv: 1 bad row found; nothing of this file was written.',
    'stock.csv:2: code: no product has the code DEP-1',
    'stock.csv: 1 bad row found; nothing of this file was written.',
  ])
})
