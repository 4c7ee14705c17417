import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importFiles, importOrder } from '../../src/features/catalogue-import/validation/columns.ts'
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
let folder: string

beforeAll(async () => {
  shop = await startTestShop()
  load = await createImportRunner({ sql: shop.sql, dataDir: shop.context.config.dataDir })
  folder = mkdtempSync(join(tmpdir(), 'filterhouse-templates-'))
}, 60_000)
afterAll(async () => {
  load.close()
  rmSync(folder, { recursive: true })
  await shop.close()
})

const readTemplate = (name: string) => readFileSync(join(folder, name), 'utf8')

test('R-IMPORT-7: an owner gets a template of each file, which imports as it is', {
  timeout: 60_000,
}, async () => {
  // No settings: templates need neither a database nor a data folder.
  const written = await runImport(['--template', folder], {})
  expect(written).toEqual({
    code: 0,
    out: `${[...importOrder, 'COLUMNS.txt'].map(name => join(folder, name)).join('\n')}\n`,
    complaints: [],
  })
  const before = await fingerprintCatalogue(shop)
  const files = Object.fromEntries(importOrder.map(name => [name, readTemplate(name)]))
  const { code, out, complaints } = await load(files, '--dry-run')
  expect({ code, complaints }).toEqual({ code: 0, complaints: [] })
  expect(parseCounts(out)).toEqual({
    'products.csv': [2, 0, 0],
    // Its rows would need pictures.
    'brands.csv': [0, 0, 0],
    'codes.csv': [2, 0, 0],
    'machines.csv': [2, 0, 0],
    'fitments.csv': [2, 0, 0],
    'serials.csv': [2, 0, 0],
    // Its rows would need customers with an account.
    'prices.csv': [0, 0, 0],
    // The same counts as in products.csv.
    'stock.csv': [0, 0, 2],
  })
  expect(await fingerprintCatalogue(shop)).toEqual(before)
})

test('R-IMPORT-7: the templates have every column, and each is described', () => {
  const description = readTemplate('COLUMNS.txt')
  for (const [file, { required, columns }] of Object.entries(importFiles)) {
    const [header = ''] = readTemplate(file).replace('\ufeff', '').split('\r\n')
    const optional = Object.keys(columns).filter(name => !required.includes(name))
    expect(header.split(',')).toEqual(expect.arrayContaining([...required, ...optional]))
    const section = description.slice(description.indexOf(`\r\n${file.toUpperCase()}\r\n`))
    for (const name of required) expect(section, file).toContain(`\r\n${name} (required)\r\n  `)
    for (const name of optional) expect(section, file).toContain(`\r\n${name}\r\n  `)
  }
})

test('R-IMPORT-7: templates never replace files that are there', { timeout: 60_000 }, async () => {
  writeFileSync(join(folder, 'codes.csv'), 'my own work')
  for (const name of ['products.csv', 'brands.csv']) rmSync(join(folder, name))
  const { code, out, complaints } = await runImport(['--template', folder], {})
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(complaints).toEqual([`${join(folder, 'codes.csv')} already exists: choose an empty folder.`])
  expect(readTemplate('codes.csv')).toBe('my own work')
})

test.each([
  [['--template', '/tmp/x', '/tmp/y'], 'A template takes no folder to import.'],
  [['--export', '/tmp/x', '/tmp/y'], 'An export takes no folder to import.'],
  [['--export', '/tmp/x', '--dry-run'], '--export goes with no other option.'],
  [['--template', '/tmp/x', '--replace'], '--template goes with no other option.'],
])('R-IMPORT-7: %j is refused', { timeout: 60_000 }, async (parameters, sentence) => {
  const { code, complaints } = await runImport(parameters, {})
  expect([code, complaints[0]]).toEqual([2, sentence])
})

test('R-IMPORT-7: --help describes all options', { timeout: 60_000 }, async () => {
  const { code, out, complaints } = await runImport(['--help'], {})
  expect({ code, complaints }).toEqual({ code: 0, complaints: [] })
  for (const option of ['--dry-run', '--skip-bad-rows', '--replace', '--template', '--export', '--help'])
    expect(out).toContain(`  ${option}`)
})
