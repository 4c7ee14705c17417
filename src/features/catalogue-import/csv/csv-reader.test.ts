import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CsvRecord, createCsvReader } from './csv-reader.ts'

/** Parses a text that arrives in pieces of `pieceLength` characters. */
function parseRecords(text: string, pieceLength = text.length || 1): CsvRecord[] {
  const read = createCsvReader()
  const pieces = Array.from({ length: Math.ceil(text.length / pieceLength) }, (_, at) =>
    read(text.slice(at * pieceLength, (at + 1) * pieceLength), false),
  )
  return [...pieces, read('', true)].flat()
}

const formatRecords = (text: string, pieceLength?: number) =>
  parseRecords(text, pieceLength).map(({ line, fields, fault }) => `${line} ${fault ?? fields?.join('|')}`)

describe('the CSV reader', () => {
  it('parses RFC 4180 text, whatever its line ends and however it is split', () => {
    const value = fc.oneof(fc.string(), fc.stringMatching(/^[",\r\n a]{0,6}$/))
    const rows = fc.array(fc.array(value, { minLength: 1, maxLength: 4 }), { maxLength: 6 })
    fc.assert(
      fc.property(
        rows,
        fc.constantFrom('\n', '\r\n'),
        fc.integer({ min: 1, max: 9 }),
        (generatedRows, lineEnd, pieceLength) => {
          // A row with a single empty value is a blank line.
          const nonBlankRows = generatedRows.filter(row => row.length > 1 || row[0] !== '')
          const text = nonBlankRows.map(row => row.map(quoteValue).join(',') + lineEnd).join('')
          expect(parseRecords(text, pieceLength).map(({ fields }) => fields)).toEqual(nonBlankRows)
        },
      ),
    )
  })

  it('counts physical lines, after blank lines and values with line breaks too', () => {
    expect(formatRecords('a,b\r\n\r\n1,"x\r\ny\r\nz"\r\n2,"p\nq"\n\n3,4')).toEqual([
      '1 a|b',
      '2 ',
      '3 1|x\r\ny\r\nz',
      '6 2|p\nq',
      '8 ',
      '9 3|4',
    ])
  })

  it('needs no line end after the last row', () => {
    expect(formatRecords('a\n"b"')).toEqual(['1 a', '2 b'])
    expect(formatRecords('a\nb,', 1)).toEqual(['1 a', '2 b|'])
  })

  it.each([
    ['a quote inside an unquoted value', 'a,b\n1,1/2" hose\n2,x\n', ['1 a|b', '2 stray_quote', '3 2|x']],
    ['something after a closing quote', 'a,b\n1,"5"mm\n2,x\n', ['1 a|b', '2 stray_quote', '3 2|x']],
    [
      'a quote that is never closed, in the middle of the file',
      'a,b\n1,"cut\n2,x\n3,y\n',
      ['1 a|b', '2 open_quote', '3 2|x', '4 3|y'],
    ],
    ['a file cut off inside a quoted value', 'a,b\n1,x\n2,"cu', ['1 a|b', '2 1|x', '3 open_quote']],
    [
      'a forgotten quote before another quoted value',
      'a,b\n1,"cut\n2,"x"\n3,y\n',
      ['1 a|b', '2 stray_quote', '3 2|x', '4 3|y'],
    ],
  ])('loses only one row to %s', (_what, text, expected) => {
    expect(formatRecords(text)).toEqual(expected)
    expect(formatRecords(text, 1)).toEqual(expected)
  })

  it('refuses records of more than 200,000 characters', () => {
    const long = 'x'.repeat(300_000)
    expect(formatRecords(`a\n${long}\nb\n`, 65_536)).toEqual(['1 a', '2 too_long', '3 b'])
    expect(formatRecords(`a\n"${long}\nb\n`, 65_536)).toEqual(['1 a', '2 too_long', '3 b'])
    const lines = 'row\n'.repeat(100_000)
    expect(parseRecords(`a\n"${lines}`, 65_536).filter(({ fault }) => fault)).toEqual([
      { line: 2, fields: null, fault: 'open_quote' },
    ])
  })
})

function quoteValue(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}
