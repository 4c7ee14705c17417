import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CellReader, parsePriceCell, parseSerialNumber, parseWholeNumber } from './cells.ts'
import type { ImportFile } from './columns.ts'
import { type FileHeader, parseHeader } from './file-header.ts'
import { createProductPath, reservedRoutes, toSlug, validatePath } from './product-path.ts'
import { parseProduct, parseSerialRange } from './rows.ts'
import { findSpreadsheetDamage, isColumnSpoilt, looksLikeDate } from './spreadsheet-damage.ts'

describe('spreadsheet damage', () => {
  it.each(['1E+05', '5.51712E+09', '1.5E5', '1e+10'])('%s was shortened', code =>
    expect(findSpreadsheetDamage(code)).toBe('shortened'),
  )
  it.each(['10-Mar', 'Mar-10', '1-Sep-26', '01-Mar-2026', '2026-03-01 00:00:00', '01/03/2026 00:00'])(
    '%s was turned into a date',
    code => expect(findSpreadsheetDamage(code)).toBe('date'),
  )
  it.each(['20-02-2000', '01/03/2026', '2026-03-01', '01.03.2026', 'MAR-10', '10 MAR', '10-MAR', 'Mar 1'])(
    'R-IMPORT-10: %s may be a date or a part number',
    code => {
      expect(findSpreadsheetDamage(code)).toBeNull()
      expect(looksLikeDate(code)).toBe(true)
    },
  )
  it.each([
    [1, 1, false],
    [2, 2, false],
    [3, 3, true],
    [3, 5, true],
    [3, 6, false],
    [40, 79, true],
    [5000, 459_000, false],
  ])('R-IMPORT-10: %i damaged codes in %i rows: spoilt as a whole %s', (damaged, values, isSpoilt) =>
    expect(isColumnSpoilt(damaged, values)).toBe(isSpoilt),
  )
  it.each(['#N/A', '#REF!', '#name?'])('%s is an error', code =>
    expect(findSpreadsheetDamage(code)).toBe('sheet_error'),
  )
  it.each([
    'MAR10',
    '10MAR',
    '1E5',
    '0012',
    '32/925346',
    '02/100073',
    'P 551-712',
    '600-185-4100',
    '1 457 434 310',
    'W 950/26',
    '51.05501-7180',
    'E-12',
    '2020-12',
  ])('%s is a part number', code => {
    expect(findSpreadsheetDamage(code)).toBeNull()
    expect(looksLikeDate(code)).toBe(false)
  })
})

describe('numbers in files', () => {
  it.each([
    ['12.5', 1250],
    ['12', 1200],
    ['0', 0],
    ['12.', 1200],
    ['£12.50', 1250],
    ['12.5000', 1250],
    ['9999999.99', 999_999_999],
  ])('%s pounds are %s pence', (text, value) => expect(parsePriceCell(text)).toEqual({ ok: true, value }))

  it.each([
    ['12,50', 'price_comma'],
    ['.5', 'not_price'],
    ['1.234,50', 'price_comma'],
    ['1,234.50', 'not_price'],
    ['-1', 'price_below'],
    ['-£1.20', 'price_below'],
    ['−3', 'price_below'],
    ['12.505', 'price_fine'],
    ['abc', 'not_price'],
    ['1e3', 'not_price'],
    ['10000000', 'not_price'],
  ])('%s is refused as %s', (text, why) => expect(parsePriceCell(text)).toEqual({ ok: false, reason: why }))

  it('every amount in pence is parsed exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), whole => {
        const text = `${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, '0')}`
        expect(parsePriceCell(text)).toEqual({ ok: true, value: whole })
      }),
    )
  })

  it('whole numbers must be within their bounds', () => {
    expect(parseWholeNumber('7', 0, 9)).toEqual({ ok: true, value: 7 })
    expect(parseWholeNumber('-1', 0, 9)).toEqual({ ok: false, reason: 'below' })
    expect(parseWholeNumber('10', 0, 9)).toEqual({ ok: false, reason: 'above' })
    for (const text of ['1.0', '1e1', ' ', '', '0x1', '٣'])
      expect(parseWholeNumber(text, 0, 9)).toEqual({ ok: false, reason: 'not_whole' })
  })

  it('serial numbers may have a letter prefix', () => {
    expect(parseSerialNumber('abc 1204')).toEqual({ ok: true, value: { prefix: 'ABC', number: 1204 } })
    expect(parseSerialNumber('0002000001')).toEqual({ ok: true, value: { prefix: '', number: 2_000_001 } })
    for (const text of ['A1B2', '12-4', '1234567890123456', 'ABC'])
      expect(parseSerialNumber(text)).toEqual({ ok: false, reason: 'serial' })
  })
})

describe('paths', () => {
  it('the shop’s own routes are reserved', () => {
    for (const route of reservedRoutes) {
      expect(validatePath(route)).toEqual({ ok: false, reason: 'path_reserved' })
      expect(validatePath(`/${route}/x`)).toEqual({ ok: false, reason: 'path_reserved' })
    }
    for (const path of ['Basket', 'search?q=1', 'sitemap.xml', 'robots.txt'])
      expect(validatePath(path)).toEqual({ ok: false, reason: 'path_reserved' })
    expect(validatePath('/search-coils/p1')).toEqual({ ok: true, path: 'search-coils/p1' })
  })

  it.each(['Ab', 'a//b', 'a/', '//evil', '../x', 'a b', 'ä', '-a', 'a/-b', 'a.html', '/'])(
    '%s is malformed',
    path => expect(validatePath(path)).toEqual({ ok: false, reason: 'path_malformed' }),
  )

  it('names are turned into slugs', () => {
    expect(['W 950/26', 'Škoda & Łódź', 'MANN-FILTER'].map(toSlug)).toEqual([
      'w-950-26',
      'skoda-lodz',
      'mann-filter',
    ])
  })

  it('a path can be generated from any brand and any code with a letter or digit', () => {
    expect(createProductPath('Donaldson', 'P55-1712')).toBe('donaldson/p55-1712')
    expect(createProductPath('Škoda Größe', 'Ł 1/2')).toBe('skoda-grosse/l-1-2')
    expect(createProductPath('日本', 'X1')).toBe('parts/x1')
    expect(createProductPath('Search', 'X1')).toBe('brand-search/x1')
    const text = fc.string({ unit: 'grapheme' })
    fc.assert(
      fc.property(text, text, (brand, code) => {
        fc.pre(toSlug(code) !== '')
        expect(validatePath(createProductPath(brand, code))).toEqual({
          ok: true,
          path: createProductPath(brand, code),
        })
      }),
    )
  })
})

function parseValidHeader(file: ImportFile, columns: string): FileHeader {
  const header = parseHeader(file, columns.split(','))
  if (!header.ok) throw new Error(header.reason)
  return header
}

describe('headers', () => {
  const refusal = (columns: string[]) => {
    const header = parseHeader('products.csv', columns)
    return header.ok ? null : header.reason
  }

  it('may come in any order, with any number of attributes', () => {
    const header = parseValidHeader('products.csv', 'price,attr:Height, code ,attr: Thread')
    expect([...header.columns]).toEqual([
      ['price', 0],
      ['attr:Height', 1],
      ['code', 2],
      ['attr:Thread', 3],
    ])
    expect(header.attributes.map(({ name }) => name)).toEqual(['Height', 'Thread'])
  })

  it.each([
    [['code', 'colour', 'Titel'], "unknown columns 'colour', 'Titel'"],
    [['title'], "the column 'code' is missing"],
    [['code', 'code'], "the column 'code' appears twice"],
    [['code', 'attr:Height', 'attr:height'], "the column 'attr:height' appears twice"],
    [['code', ''], 'column 2 has no name'],
    [['code', 'attr:'], "the column 'attr:' names no attribute, or one of more than 60 characters"],
    [['code;title'], 'the columns are separated by semicolons; they must be separated by commas'],
    [
      ['code', 'B\ufffdhne'],
      'the header is not UTF-8 text (it looks like Windows-1252); save the file as "CSV UTF-8"',
    ],
  ])('%j are refused', (columns, why) => expect(refusal(columns)).toBe(why))

  it('only products may have attribute columns', () => {
    expect(parseHeader('codes.csv', ['product_code', 'manufacturer', 'code', 'attr:Height'])).toEqual({
      ok: false,
      reason: "unknown column 'attr:Height'",
    })
  })
})

describe('rows', () => {
  const product = (columns: string, ...fields: string[]) => {
    const cells = new CellReader(parseValidHeader('products.csv', columns))
    cells.startRow(fields)
    const row = parseProduct(cells)
    return cells.refusal ?? row
  }

  it('lose extra spaces and invisible characters', () => {
    expect(product('code,title', ' FH\u200b-1 ', 'Oil  filter\u00a0one\n')).toMatchObject({
      code: 'FH-1',
      title: 'Oil filter one',
    })
  })

  it.each([
    ['code,title', ['A1', ''], 'title is empty'],
    ['code,title', ['A1'], 'the row has 1 values, the header has 2; was the file cut off?'],
    ['code,title', ['A1', 'x', 'y'], 'the row has 3 values, the header has 2; was the file cut off?'],
    [
      'code,title',
      ['A1', 'B\ufffdhne'],
      'title is not UTF-8 text (it looks like Windows-1252); save the file as "CSV UTF-8"',
    ],
    ['code,title', ['A1', 'a\u0000b'], 'title has a control character'],
    ['code,title', ['A1', 'x'.repeat(201)], 'title is longer than 200 characters'],
    ['code,title', ['---', 'x'], "code '---' has no letter or digit"],
    ['code,stock', ['A1', '-1'], 'stock is below 0'],
    ['code,stock', ['A1', '1.5'], "stock '1.5' is not a whole number"],
    ['code,back_order', ['A1', 'yes'], "back_order 'yes' is neither 0 nor 1"],
    ['code,price', ['A1', '12,50'], "price '12,50' has a decimal comma; write 12.50"],
    ['code,price', ['A1', '-2'], "price '-2' is below 0"],
    ['code,image', ['A1', '../x.png'], "image '../x.png' has a path in it; give the file name only"],
    ['code,image', ['A1', 'C:\\x.png'], "image 'C:\\x.png' has a path in it; give the file name only"],
    ['code,path', ['A1', '/basket'], "path '/basket' is one of the shop's own addresses"],
    [
      'code,attr:Height',
      ['A1', '93,5'],
      "attr:Height '93,5' has a comma in the number; write it with a point",
    ],
    ['code,title', ['A1', '#N/A'], "title '#N/A' is a spreadsheet error"],
  ])('%s of %j is refused', (columns, fields, sentence) => expect(product(columns, ...fields)).toBe(sentence))

  it('of serials may be open-ended, and may leave out the second prefix', () => {
    const range = (from: string, to: string, kind = 'serial') => {
      const cells = new CellReader(parseValidHeader('serials.csv', 'make,model,variant,from,to,kind'))
      cells.startRow(['JCB', '3CX', 'A', from, to, kind])
      const row = parseSerialRange(cells)
      return cells.refusal ?? { prefix: row.prefix, from: row.from_number, to: row.to_number }
    }
    expect(range('AB100', '')).toEqual({ prefix: 'AB', from: 100, to: null })
    expect(range('AB100', '200')).toEqual({ prefix: 'AB', from: 100, to: 200 })
    expect(range('AB100', 'AC200')).toBe('from and to begin with different letters (AB, AC)')
    expect(range('200', '100')).toBe('to is below from (100, 200)')
    expect(range('', '100')).toBe('from is empty')
    expect(range('1', '2', 'pin')).toBe("kind 'pin' is neither serial nor mach")
  })
})
