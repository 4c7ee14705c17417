import { describe, expect, test } from 'vitest'
import {
  findLineEntryError,
  formatUnmergedEntry,
  lineEntryFields,
  listLineNotes,
  mergeLineEntries,
  toFleetEntry,
  toLineEntry,
  toLineEntryChange,
} from './line-entry.ts'
import { sentLineEntry } from './line-entry-schema.ts'

const toSent = (reference: unknown) => ({ reference: sentLineEntry.reference.parse(reference) })

describe('R-BASKET-19: the reference of a line', () => {
  test('is trimmed and cleaned of what a paste carries along', () => {
    expect(toLineEntry(toSent('  Fleet\u200b 12\n'))).toEqual({ reference: 'Fleet 12' })
    expect(toLineEntry(toSent(24))).toEqual({ reference: '24' })
    expect(toLineEntry(toSent(' \u00a0 '))).toEqual({})
    expect(toLineEntry(toSent(null))).toEqual({})
  })

  test('stays when it is not sent, or when what is sent is no text', () => {
    expect(toLineEntryChange(toSent(undefined))).toEqual({})
    expect(toLineEntryChange(toSent({ a: 1 }))).toEqual({})
    expect(toLineEntryChange(toSent(''))).toEqual({ reference: null })
    expect(toLineEntryChange(toSent('Job 7'))).toEqual({ reference: 'Job 7' })
  })

  test('has 30 characters at most, however many bytes they are', () => {
    expect(findLineEntryError(toSent('x'.repeat(30)))).toBeNull()
    expect(findLineEntryError(toSent('é'.repeat(30)))).toBeNull()
    expect(findLineEntryError(toSent('🚜'.repeat(30)))).toBeNull()
    expect(findLineEntryError(toSent('x'.repeat(31)))).toBe(lineEntryFields.reference.tooLong)
    expect(findLineEntryError({ reference: `${'x'.repeat(30)} ` })).toBeNull()
  })

  test('stands under the title of its line, and nothing where there is none', () => {
    expect(listLineNotes({ entry: { reference: 'Fleet 12' } })).toEqual(['Reference: Fleet 12'])
    expect(listLineNotes({ entry: {} })).toEqual([])
  })

  test('is that of the machines of a list, as many as fit', () => {
    expect(toFleetEntry(['Digger 4', '12-07'])).toEqual({ reference: 'Digger 4, 12-07' })
    expect(toFleetEntry(Array.from({ length: 9 }, (_, nth) => `Fleet ${nth}`))).toEqual({
      reference: 'Fleet 0, Fleet 1, Fleet 2',
    })
    expect(toFleetEntry(['x'.repeat(31)])).toEqual({})
    expect(toFleetEntry([])).toEqual({})
  })
})

describe('more of a part that is in the basket', () => {
  const merge = (existing: string, added: string) =>
    mergeLineEntries(toLineEntry({ reference: existing }), toLineEntry({ reference: added })).reference ?? ''

  test('has both references, each once', () => {
    expect(merge('', 'Fleet 12')).toBe('Fleet 12')
    expect(merge('Fleet 12', '')).toBe('Fleet 12')
    expect(merge('Fleet 12', 'Fleet 31')).toBe('Fleet 12, Fleet 31')
    expect(merge('Fleet 12, Fleet 31', 'Fleet 31')).toBe('Fleet 12, Fleet 31')
    expect(merge('12, 31', '31, 40')).toBe('12, 31, 40')
  })

  test('keeps the first where both are too long, and says so', () => {
    const [first, second] = [{ reference: 'Excavator 12 at Leeds' }, { reference: 'Loader 31' }]
    expect(merge(first.reference, second.reference)).toBe(first.reference)
    expect(formatUnmergedEntry('FH-OIL-1', first, second)).toEqual([
      'FH-OIL-1 keeps the reference “Excavator 12 at Leeds”: with “Loader 31” it would be longer than 30 characters.',
    ])
    expect(formatUnmergedEntry('FH-OIL-1', { reference: '12' }, { reference: '31' })).toEqual([])
    expect(formatUnmergedEntry('FH-OIL-1', first, {})).toEqual([])
  })
})
