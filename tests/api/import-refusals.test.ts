import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import {
  createImportRunner,
  createRedPicture,
  fingerprintCatalogue,
  type ImportTarget,
  parseCounts,
  type RunImport,
  runImport,
} from './run-import.ts'

let database: TestDatabase
let target: ImportTarget
let load: RunImport

beforeAll(async () => {
  database = await createTestDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'filterhouse-import-data-'))
  target = {
    dataDir,
    sql: async <T>(text: string, values: unknown[] = []) =>
      (await database.pool.query(text, values)).rows as T[],
  }
  load = await createImportRunner(target)
}, 60_000)
afterAll(async () => {
  load.close()
  rmSync(target.dataDir, { recursive: true, force: true })
  await database.close()
})

const productsHead = 'code,title,brand,type,price,stock,back_order,image,path'

// Each row with its error message; null for a valid row.
const badProducts: [row: string | Buffer, why: string | null][] = [
  ['OK-1,Fine,Zollern,Cabin filter,1,1,0,,', null],
  ['BAD-2,Negative,Zollern,Cabin filter,1,-1,0,,', 'stock is below 0'],
  ['BAD-3,Below,Zollern,Cabin filter,-0.5,1,0,,', "price '-0.5' is below 0"],
  ['BAD-4,Comma,Zollern,Cabin filter,"12,50",1,0,,', "price '12,50' has a decimal comma; write 12.50"],
  ['BAD-5,Word,Zollern,Cabin filter,ten,1,0,,', "price 'ten' is not an amount in pounds, such as 1234.50"],
  [
    '1E+05,Short,Zollern,Cabin filter,1,1,0,,',
    "code '1E+05' was shortened by a spreadsheet and the number is lost; format the column as text",
  ],
  [
    'Mar-10,Date,Zollern,Cabin filter,1,1,0,,',
    "code 'Mar-10' was turned into a date by a spreadsheet and the number is lost; format the column as text",
  ],
  [
    Buffer.from('BAD-8,Filter f\xfcr Bagger,Zollern,Cabin filter,1,1,0,,', 'latin1'),
    'title is not UTF-8 text (it looks like Windows-1252); save the file as "CSV UTF-8"',
  ],
  [
    'BAD-9,Path,Zollern,Cabin filter,1,1,0,../../etc/passwd,',
    "image '../../etc/passwd' has a path in it; give the file name only",
  ],
  ['BAD-10,No picture,Zollern,Cabin filter,1,1,0,none.png,', "image 'none.png' is not in the folder images"],
  [
    'BAD-11,No picture,Zollern,Cabin filter,1,1,0,text.png,',
    "image 'text.png' is not a picture that can be read",
  ],
  [
    'BAD-12,No picture,Zollern,Cabin filter,1,1,0,drawing.png,',
    "image 'drawing.png' is not a picture that can be read",
  ],
  ['BAD-13,Cut off,Zollern,Cabin filter,1,1,0,cut.png,', "image 'cut.png' is not a picture that can be read"],
  [
    'BAD-13,Bomb,Zollern,Cabin filter,1,1,0,bomb.png,',
    "image 'bomb.png' is larger than 20 MB or 50 megapixels",
  ],
  [
    'BAD-13,Script,Zollern,Cabin filter,1,1,0,x.svg,',
    "image 'x.svg' is not a valid picture name; use letters, digits, dots, dashes and underscores, ending in .jpg, .png, .webp, .avif or .gif",
  ],
  [
    'BAD-14,Route,Zollern,Cabin filter,1,1,0,,checkout/done',
    "path 'checkout/done' is one of the shop's own addresses",
  ],
  [
    'BAD-15,Path,Zollern,Cabin filter,1,1,0,,Not A Path',
    "path 'Not A Path' is not a valid path; use lower-case letters, digits, dashes and single slashes",
  ],
  [
    'BAD-16,Path,Zollern,Cabin filter,1,1,0,,filterhouse/fh-oil-1',
    'path filterhouse/fh-oil-1 belongs to the product FH-OIL-1 already',
  ],
  ['OK-17,Path,Zollern,Cabin filter,1,1,0,,mine/one', null],
  [
    'BAD-18,Path,Zollern,Cabin filter,1,1,0,,mine/one',
    'path mine/one was given to the product on line 20 already',
  ],
  ['OK-1,Again,Zollern,Cabin filter,1,1,0,,', 'appears twice, first on line 2'],
  ['BAD-20,No brand,,Cabin filter,1,1,0,,', 'brand is empty'],
  ['BAD-21,Flag,Zollern,Cabin filter,1,1,maybe,,', "back_order 'maybe' is neither 0 nor 1"],
  ['BAD-22,Short,Zollern', 'the row has 3 values, the header has 9; was the file cut off?'],
  [
    'BAD-23,A 5" hose,Zollern,Cabin filter,1,1,0,,',
    'there is a quote inside a value; put the whole value in quotes and double each quote in it',
  ],
  ['BAD-24,#REF!,Zollern,Cabin filter,1,1,0,,', "title '#REF!' is a spreadsheet error"],
  [`BAD-25,${'x'.repeat(201)},Zollern,Cabin filter,1,1,0,,`, 'title is longer than 200 characters'],
  ['2E7,Real,Zollern,Cabin filter,1,1,0,,', null],
  ['BAD-27,"cut off,Zoll', 'a quote is opened here and never closed; was the file cut off?'],
]

const badRowsByFile: Record<string, [row: string, why: string | null][]> = {
  'codes.csv': [
    ['product_code,manufacturer,code', null],
    ['FH-OIL-1,Novel,MAR10', null],
    ['NOPE-1,Novel,X1', 'product_code: no product has the code NOPE-1'],
    ['FH-OIL-1,novel,MAR10', 'appears twice, first on line 2'],
    ['FH-OIL-1,,X2', 'manufacturer is empty'],
    [
      'FH-OIL-1,Novel,10-Mar',
      "code '10-Mar' was turned into a date by a spreadsheet and the number is lost; format the column as text",
    ],
  ],
  'machines.csv': [
    ['make,model_type,model,variant,show_mach_number,engine,year_from,year_to', null],
    ['Zettel,Tractors,Z1,a,0,,,', null],
    ['Zettel,Balers,Z1,b,0,,,', 'model_type differs from that of the same model on line 2'],
    ['Zettel,Tractors,Z1,c,1,,,', 'show_mach_number differs from that of the same make on line 2'],
    ['Zettel,,Z2,a,0,,,', 'model_type is missing, and the model is new'],
    ['zettel,Tractors,Z1,a,0,,,', 'appears twice, first on line 2'],
    ['Zettel,Tractors,Z1,,0,,,', 'variant is empty'],
    ['Zettel,Tractors,Z1,d,0,,2012,2010', 'year_to is before year_from (2010, 2012)'],
    ['Zettel,Tractors,Z1,e,0,,12,', 'year_from is below 1900'],
    ['Zettel,Tractors,Z1,f,0,,,20122', 'year_to is above 2100'],
    ['Zettel,Tractors,Z1,g,0,,2012-2018,', "year_from '2012-2018' is not a whole number"],
    [`Zettel,Tractors,Z1,h,0,${'x'.repeat(101)},,`, 'engine is longer than 100 characters'],
  ],
  'fitments.csv': [
    ['make,model,variant,product_code,quantity,position', null],
    ['JCB,3CX,3CX 2012-2018,FH-SEAL-1,1,Seal', null],
    ['Jcc,3CX,3CX 2012-2018,FH-OIL-1,1,', 'make: there is no make Jcc'],
    ['JCB,3CY,3CX 2012-2018,FH-OIL-1,1,', 'model: JCB has no model 3CY'],
    ['JCB,3CX,1066,FH-OIL-1,1,', 'variant: JCB 3CX has no variant 1066'],
    ['JCB,3CX,3CX 2012-2018,NOPE-1,1,', 'product_code: no product has the code NOPE-1'],
    ['JCB,3CX,3CX 2012-2018,FH-OIL-1,0,', 'quantity is below 1'],
    ['jcb,3CX,3CX 2012-2018,FH-SEAL-1,4,Seal', 'appears twice, first on line 2'],
  ],
  'serials.csv': [
    ['make,model,variant,from,to,kind', null],
    ['JCB,3CX,3CX 2012-2018,8000001,8000009,serial', null],
    ['JCB,3CX,3CX 2012-2018,8000009,8000001,serial', 'to is below from (8000001, 8000009)'],
    ['JCB,3CX,3CX 2012-2018,1,2,vin', "kind 'vin' is neither serial nor mach"],
    [
      'JCB,3CX,3CX 2012-2018,A-1,,mach',
      "from 'A-1' is not a number of up to 15 digits, with up to 10 letters in front",
    ],
  ],
  'prices.csv': [
    ['customer,product_code,price,min_quantity', null],
    ['NPH001,FH-SEAL-1,3.10,5', null],
    ['XYZ999,FH-OIL-1,3,1', 'customer: no account has the number XYZ999'],
    ['NPH001,NOPE-1,3,1', 'product_code: no product has the code NOPE-1'],
    ['NPH001,FH-OIL-1,3,0', 'min_quantity is below 1'],
    ['NPH001,FH-OIL-1,,1', 'price is empty'],
    ['nph001,FH-SEAL-1,3.20,5', 'appears twice, first on line 2'],
  ],
}

async function createBadFolder(): Promise<Record<string, string | Buffer>> {
  const files = Object.entries(badRowsByFile).map(([file, rows]) => [
    file,
    rows.map(([row]) => row).join('\r\n'),
  ])
  const products = [productsHead, ...badProducts.map(([row]) => row)]
  return {
    'products.csv': Buffer.concat(
      products.flatMap((row, at) => [Buffer.from(at ? '\n' : ''), Buffer.from(row)]),
    ),
    ...Object.fromEntries(files),
    'images/text.png': 'no picture at all',
    'images/cut.png': (await createRedPicture()).subarray(0, -20),
    'images/bomb.png': createPictureBomb(await createRedPicture()),
    'images/drawing.png': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
  }
}

/** Some hundred bytes that state a picture of 30,000 × 30,000 pixels. */
function createPictureBomb(png: Buffer): Buffer {
  const bomb = Buffer.from(png)
  // The IHDR chunk: its name is at 12, width and height follow, its checksum is at 29.
  bomb.writeUInt32BE(30_000, 16)
  bomb.writeUInt32BE(30_000, 20)
  bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29)
  return bomb
}

function listExpectedErrors(): string[] {
  const files: [string, [string | Buffer, string | null][]][] = [
    ['products.csv', [[productsHead, null], ...badProducts]],
    ...Object.entries(badRowsByFile),
  ]
  return files.flatMap(([file, rows]) =>
    rows.flatMap(([, why], at) => (why === null ? [] : [`${file}:${at + 1}: ${why}`])),
  )
}

const listRowErrors = (complaints: string[]) => complaints.filter(line => /^\w+\.csv:\d+: /.test(line))
const nothingWritten = {
  products: null,
  codes: null,
  machines: null,
  fitments: null,
  serials: null,
  prices: null,
}
const toFileNames = (counts: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(counts).map(([name, value]) => [`${name}.csv`, value]))

describe('a folder with bad rows', () => {
  test('is reported row by row with file and line, and changes nothing', { timeout: 60_000 }, async () => {
    const before = await fingerprintCatalogue(target)
    const { code, out, complaints } = await load(await createBadFolder())
    expect(listRowErrors(complaints)).toEqual(listExpectedErrors())
    expect(complaints).toContain('codes.csv: 4 bad rows found; nothing of this file was written.')
    expect({ code, figures: parseCounts(out) }).toEqual({ code: 1, figures: toFileNames(nothingWritten) })
    expect(await fingerprintCatalogue(target)).toEqual(before)
  })

  test('is reported in the same way by a dry run and with --replace', { timeout: 60_000 }, async () => {
    const before = await fingerprintCatalogue(target)
    for (const flags of [['--dry-run'], ['--replace']]) {
      const { code, complaints } = await load(await createBadFolder(), ...flags)
      expect(code).toBe(1)
      expect(listRowErrors(complaints)).toEqual(listExpectedErrors())
    }
    expect(await fingerprintCatalogue(target)).toEqual(before)
  })

  test('is imported without its bad rows with --skip-bad-rows, which removes nothing', {
    timeout: 60_000,
  }, async () => {
    const importedCounts = {
      products: [3, 0, 0],
      codes: [1, 0, 0],
      machines: [1, 0, 0],
      fitments: [1, 0, 0],
      serials: [1, 0, 0],
      prices: [1, 0, 0],
    }
    const dry = await load(await createBadFolder(), '--skip-bad-rows', '--dry-run')
    expect({ code: dry.code, figures: parseCounts(dry.out) }).toEqual({
      code: 0,
      figures: toFileNames(importedCounts),
    })
    const { code, out, complaints } = await load(await createBadFolder(), '--skip-bad-rows')
    expect(listRowErrors(complaints)).toEqual(listExpectedErrors())
    expect({ code, figures: parseCounts(out) }).toEqual({ code: 0, figures: toFileNames(importedCounts) })
    const rows = await target.sql(
      `select code from product where code in ('OK-1', 'OK-17', '2E7') or code like 'BAD%' order by 1`,
    )
    expect(rows).toEqual([{ code: '2E7' }, { code: 'OK-1' }, { code: 'OK-17' }])

    const again = await load(await createBadFolder(), '--skip-bad-rows', '--replace')
    expect(again.out).toContain('bad rows were skipped, so that nothing was removed')
    expect(parseCounts(again.out)['products.csv']).toEqual([0, 0, 3, 0])
  })
})

describe('a file that cannot be read at all', () => {
  const fine = 'code,title,brand,type\nFINE-1,Fine,Zollern,Cabin filter\n'

  test.each([
    [
      'unknown columns',
      'product_code,manufacturer,code,quality,maker\n',
      "codes.csv: unknown columns 'quality', 'maker'",
    ],
    ['a missing column', 'product_code,code\n', "codes.csv: the column 'manufacturer' is missing"],
    ['nothing in it', '', 'codes.csv: the file is empty: its first row must name the columns'],
    [
      'semicolons',
      'product_code;manufacturer;code\n',
      'codes.csv: the columns are separated by semicolons; they must be separated by commas',
    ],
    [
      'bare carriage returns',
      'product_code,manufacturer,code\rFH-OIL-1,Wix,1\r',
      'codes.csv: the rows end in a bare carriage return; save the file as "CSV UTF-8"',
    ],
    [
      'UTF-16',
      Buffer.from('\ufeffproduct_code,manufacturer,code\n', 'utf16le'),
      'codes.csv: the file is UTF-16; save it as "CSV UTF-8"',
    ],
    [
      'a workbook',
      Buffer.from('PK\u0003\u0004rest'),
      'codes.csv: this is an Excel workbook; save it as "CSV UTF-8"',
    ],
    [
      'a header that never ends',
      '"product_code,manufacturer',
      'codes.csv: the header row has a quote out of place',
    ],
  ])(
    'because of %s stops the import of the whole folder',
    { timeout: 60_000 },
    async (_what, content, why) => {
      const before = await fingerprintCatalogue(target)
      const { code, out, complaints } = await load({ 'products.csv': fine, 'codes.csv': content })
      expect({ code, complaints }).toEqual({ code: 1, complaints: [why] })
      expect(parseCounts(out)).toEqual({ 'codes.csv': null })
      expect(await fingerprintCatalogue(target)).toEqual(before)
    },
  )
})

describe('pictures', () => {
  test('are copied to DATA_DIR/images only when their file is imported', { timeout: 60_000 }, async () => {
    const picture = await createRedPicture()
    const files = (stock: string) => ({
      'products.csv': `${productsHead}\nPIC-1,Pictured,Zollern,Cabin filter,1,${stock},0,red.png,\n`,
      'images/red.png': picture,
    })
    const isCopied = () => existsSync(join(target.dataDir, 'images', 'red.png'))
    expect((await load(files('-1'))).code).toBe(1)
    expect(isCopied()).toBe(false)
    expect((await load(files('1'), '--dry-run')).out).toContain('pictures: 1 new')
    expect(isCopied()).toBe(false)
    expect((await load(files('1'))).code).toBe(0)
    expect(isCopied()).toBe(true)
    expect((await load(files('1'))).out).not.toContain('pictures')
  })
})

describe('a picture that is a symbolic link', () => {
  test('is followed only inside its folder', { timeout: 60_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'filterhouse-import-link-'))
    const images = join(folder, 'images')
    mkdirSync(images)
    writeFileSync(join(folder, 'private.png'), await createRedPicture())
    writeFileSync(join(images, 'inside.png'), await createRedPicture())
    symlinkSync('inside.png', join(images, 'alias.png'))
    symlinkSync('../private.png', join(images, 'outside.png'))
    const rows = ['alias', 'outside'].map(
      name => `LINK-${name},Linked,Zollern,Cabin filter,1,1,0,${name}.png,`,
    )
    writeFileSync(join(folder, 'products.csv'), [productsHead, ...rows].join('\n'))
    const { code, complaints } = await runImport([folder], load.env)
    rmSync(folder, { recursive: true })
    expect(code).toBe(1)
    expect(listRowErrors(complaints)).toEqual([
      "products.csv:3: image 'outside.png' is a link to a place outside the folder images",
    ])
  })
})

describe('paths', () => {
  test('derived from brand and code are unique, and the same at each import', {
    timeout: 60_000,
  }, async () => {
    const files = {
      'products.csv': `code,title,brand,type\nA/1,One,Pather,Cabin filter\nA-1,Two,Pather,Cabin filter\nA 1,Three,Search,Cabin filter\n`,
    }
    await load(files)
    const paths = () =>
      target.sql<{ path: string }>(`select path from product where code in ('A/1', 'A-1', 'A 1') order by id`)
    const [first, second, third] = (await paths()).map(({ path }) => path)
    expect(first).toBe('pather/a-1')
    expect(second).toMatch(/^pather\/a-1-[0-9a-f]{6}$/)
    expect(third).toBe('brand-search/a-1')
    expect(parseCounts((await load(files)).out)).toEqual({ 'products.csv': [0, 0, 3] })
  })
})

describe('an entry that is not a file', () => {
  test('is reported at once', { timeout: 60_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'filterhouse-import-odd-'))
    writeFileSync(join(folder, 'x'), '')
    symlinkSync('/dev/zero', join(folder, 'products.csv'))
    const { code, complaints } = await runImport([folder], load.env)
    rmSync(folder, { recursive: true })
    expect({ code, complaints }).toEqual({ code: 1, complaints: ['products.csv: this is not a file'] })
  })
})
