import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CsvRecord, csvReader } from './csv.ts'

/** All records of a text that arrives in pieces of this many characters. */
function records(text: string, pieceLength = text.length || 1): CsvRecord[] {
  const read = csvReader()
  const pieces = Array.from({ length: Math.ceil(text.length / pieceLength) }, (_, at) =>
    read(text.slice(at * pieceLength, (at + 1) * pieceLength), false),
  )
  return [...pieces, read('', true)].flat()
}

const told = (text: string, pieceLength?: number) =>
  records(text, pieceLength).map(({ line, fields, fault }) => `${line} ${fault ?? fields?.join('|')}`)

describe('reading CSV', () => {
  it('gives back what RFC 4180 wrote, however the text arrives and lines end', () => {
    const value = fc.oneof(fc.string(), fc.stringMatching(/^[",\r\n a]{0,6}$/))
    const rows = fc.array(fc.array(value, { minLength: 1, maxLength: 4 }), { maxLength: 6 })
    fc.assert(
      fc.property(
        rows,
        fc.constantFrom('\n', '\r\n'),
        fc.integer({ min: 1, max: 9 }),
        (given, end, piece) => {
          // A row of one empty value is a blank line.
          const full = given.filter(row => row.length > 1 || row[0] !== '')
          const text = full.map(row => row.map(quoted).join(',') + end).join('')
          expect(records(text, piece).map(({ fields }) => fields)).toEqual(full)
        },
      ),
    )
  })

  it('says on which physical line a row begins, after blank lines and values of several lines too', () => {
    expect(told('a,b\r\n\r\n1,"x\r\ny\r\nz"\r\n2,"p\nq"\n\n3,4')).toEqual([
      '1 a|b',
      '3 1|x\r\ny\r\nz',
      '6 2|p\nq',
      '9 3|4',
    ])
  })

  it('needs no line end after the last row', () => {
    expect(told('a\n"b"')).toEqual(['1 a', '2 b'])
    expect(told('a\nb,', 1)).toEqual(['1 a', '2 b|'])
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
  ])('loses one row, no more, to %s', (_what, text, expected) => {
    expect(told(text)).toEqual(expected)
    expect(told(text, 1)).toEqual(expected)
  })

  it('holds no more than a record of 200,000 characters', () => {
    const long = 'x'.repeat(300_000)
    expect(told(`a\n${long}\nb\n`, 65_536)).toEqual(['1 a', '2 too_long', '3 b'])
    expect(told(`a\n"${long}\nb\n`, 65_536)).toEqual(['1 a', '2 too_long', '3 b'])
    const lines = 'row\n'.repeat(100_000)
    expect(records(`a\n"${lines}`, 65_536).filter(({ fault }) => fault)).toEqual([
      { line: 2, fields: null, fault: 'open_quote' },
    ])
  })
})

function quoted(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}
