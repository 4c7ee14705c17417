import { describe, expect, it } from 'vitest'
import { runSteps } from '../../search/engine/sorting.ts'
import { parseListInSteps } from './parse-list.ts'
import { parseSheet, parseText } from './source-rows.ts'
import { findProductIds, formatLines, read, readRows } from './test-catalogue.fixture.ts'

describe('a buyer pastes a line', () => {
  it.each([
    ['FH-OIL-1', '1 FH-OIL-1'],
    ['FH-OIL-1 oil filter', '1 FH-OIL-1'],
    ['2 x FH-OIL-1', '2 FH-OIL-1'],
    ['2x FH-OIL-1', '2 FH-OIL-1'],
    ['2xP551712', '2 P551712'],
    ['P551712™ x 2', '2 P551712'],
    ['2 LF9009®', '2 LF9009'],
    ['2 × FH-OIL-1', '2 FH-OIL-1'],
    ['FH-OIL-1 x2', '2 FH-OIL-1'],
    ['FH-OIL-1 x 2', '2 FH-OIL-1'],
    ['FH-OIL-1x40', '40 FH-OIL-1'],
    ['FH-OIL-1*2', '2 FH-OIL-1'],
    ['FH-OIL-1 * 2', '2 FH-OIL-1'],
    ['FH-OIL-1;4', '4 FH-OIL-1'],
    ['FH-OIL-1, 4', '4 FH-OIL-1'],
    ['LF9009,400', '400 LF9009'],
    ['FH-OIL-1\t4', '4 FH-OIL-1'],
    ['4\tFH-OIL-1', '4 FH-OIL-1'],
    ['FH-OIL-1|4', '4 FH-OIL-1'],
    ['| FH-OIL-1 | 4 |', '4 FH-OIL-1'],
    ['"LF 9009","1,000"', '1000 LF 9009'],
    ['FH-OIL-1 4', '4 FH-OIL-1'],
    ['4 FH-OIL-1', '4 FH-OIL-1'],
    ['FH-OIL-1   4', '4 FH-OIL-1'],
    ['4 off FH-OIL-1', '4 FH-OIL-1'],
    ['FH-OIL-1 4off', '4 FH-OIL-1'],
    ['4 of FH-OIL-1', '4 FH-OIL-1'],
    ['4 no. FH-OIL-1', '4 FH-OIL-1'],
    ['FH-OIL-1 - 4 pcs', '4 FH-OIL-1'],
    ['FH-OIL-1 - 4', '4 FH-OIL-1'],
    ['FH-OIL-1 – 4', '4 FH-OIL-1'],
    ['FH-OIL-1: 4', '4 FH-OIL-1'],
    ['FH-OIL-1 = 4', '4 FH-OIL-1'],
    ['FH-OIL-1 (4)', '4 FH-OIL-1'],
    ['FH-OIL-1 [4 pcs]', '4 FH-OIL-1'],
    ['FH-OIL-1 qty 4', '4 FH-OIL-1'],
    ['FH-OIL-1 Qty: 4', '4 FH-OIL-1'],
    ['FH-OIL-1 qty required: 4', '4 FH-OIL-1'],
    ['Qty: 4 FH-OIL-1', '4 FH-OIL-1'],
    ['quantity of 4 FH-OIL-1', '4 FH-OIL-1'],
    ['Part: FH-OIL-1, Qty: 4', '4 FH-OIL-1'],
    ['FH-OIL-1 4 Stück', '4 FH-OIL-1'],
    ['4 Stk. FH-OIL-1', '4 FH-OIL-1'],
    ['FH-OIL-1 4 szt.', '4 FH-OIL-1'],
    ['FH-OIL-1 4 pièces', '4 FH-OIL-1'],
    ['FH-OIL-1 ４', '4 FH-OIL-1'],
    ['FH-OIL-1 2,00', '2 FH-OIL-1'],
    ['FH-OIL-1 x 2.00', '2 FH-OIL-1'],
    ['FH-OIL-1 2.0', '2 FH-OIL-1'],
    ['1,000 x FH-OIL-1', '1000 FH-OIL-1'],
    ['FH-OIL-1 1,000', '1000 FH-OIL-1'],
    ['1. FH-OIL-1', '1 FH-OIL-1'],
    ['1. FH-OIL-1 x 4', '4 FH-OIL-1'],
    ['1) FH-OIL-1 - 2', '2 FH-OIL-1'],
    ['- FH-OIL-1 x 4', '4 FH-OIL-1'],
    ['• 4 FH-OIL-1', '4 FH-OIL-1'],
    ['> 4 x FH-OIL-1', '4 FH-OIL-1'],
    ['[ ] FH-OIL-1 x 4', '4 FH-OIL-1'],
    ['**FH-OIL-1** x 4', '4 FH-OIL-1'],
    ['551712 4', '4 551712'],
    ['4 x 9009', '4 9009'],
    ['4 9009', '4 9009'],
    ['9009, 4', '4 9009'],
    ['0012', '1 0012'],
    ['- 9009', '1 9009'],
    ['120', '1 120'],
    ['P 55 1712 x 4', '4 P 55 1712'],
    ['P\u00a0551–712 ×4', '4 P 551-712'],
    ['SEALKIT 4', '4 SEALKIT'],
    ['2-off FH-OIL-1', '2 FH-OIL-1'],
    ['FH-OIL-1........4', '4 FH-OIL-1'],
    ['FH-OIL-1 ____4____', '4 FH-OIL-1'],
    ['`FH-OIL-1` **4**', '4 FH-OIL-1'],
    ['2 FH-OIL-1 too', '2 FH-OIL-1'],
    ['2 FH-OIL-1 @ 12.50', '2 FH-OIL-1 (@ 12.50)'],
    ['LF9009\tP551712\t2', '2 LF9009'],
    ['Please send 4 FH-OIL-1', '4 FH-OIL-1'],
    ['Hi Bob, can I have 4 FH-OIL-1 please', '4 FH-OIL-1'],
    ['FH-OIL-1 4 for Monday', '4 FH-OIL-1'],
    ['4 oil filters FH-OIL-1', '4 FH-OIL-1'],
    ['FH-OIL-1 Oil filter 4', '4 FH-OIL-1'],
    ['Oil filter (FH-OIL-1) 4', '4 FH-OIL-1'],
    ['FH-OIL-1 4 @ £12.50', '4 FH-OIL-1 (@ £12.50)'],
    ['4 x FH-OIL-1 Oil filter @ £12.50 = £50.00', '4 FH-OIL-1 (@ £12.50 = £50.00)'],
    ['FH-OIL-1 Oil filter 4 12.50 50.00', '4 FH-OIL-1 (12.50 50.00)'],
    ['\ufeffFH-OIL-1 4\r', '4 FH-OIL-1'],
  ])('%j', (line, expected) => {
    expect(read(line)).toEqual([expected])
  })

  it.each([
    ['Line 10: FH-SEAL-1 Qty: 2', '2 FH-SEAL-1 (10)'],
    ['Fleet no 24 FH-SEAL-1 x2', '2 FH-SEAL-1 (24)'],
    ['Fleet no 24 FH-SEAL-1 2', '2 FH-SEAL-1 (24)'],
    ['#3 FH-SEAL-1 2', '2 FH-SEAL-1 (#3)'],
    ['Job 7, FH-SEAL-1, 2', '2 FH-SEAL-1 (Job 7)'],
    ['[28/11/2025, 10:19:16] Dave: FH-SEAL-1 x 2', '2 FH-SEAL-1'],
    ['[28/11/2025, 10:19:16] Dave: 2 FH-SEAL-1', '2 FH-SEAL-1'],
    ['28/11/2025, 10:19 - Dave: FH-SEAL-1 2', '2 FH-SEAL-1'],
    ['[10:19, 28.11.25] +44 7700 900123: FH-SEAL-1 2', '2 FH-SEAL-1'],
    ['[28/11 10:19] Dave Smith: 2 x FH-SEAL-1', '2 FH-SEAL-1'],
    ['FH-SEAL-1 2 by 5pm on 28 Nov', '2 FH-SEAL-1 (5pm on 28 Nov)'],
    ['FH-SEAL-1 for JCB 3CX', '1 FH-SEAL-1 (JCB 3CX)'],
    ['FH-SEAL-1 tier 4', '1 FH-SEAL-1 (4)'],
    ['FH-SEAL-1 12 micron', '1 FH-SEAL-1 (12 micron)'],
    ['FH-SEAL-1 1/2" BSP', '1 FH-SEAL-1 (1/2" BSP)'],
    ['FH-SEAL-1 M20x1.5, 93 x 140 mm', '1 FH-SEAL-1 (M20x1.5; 93 x 140 mm)'],
  ])('with other numbers that are no count: %s', (line, expected) => {
    expect(read(line)).toEqual([expected])
  })

  it.each([
    ['FH-OIL-1 -2', '-2'],
    ['FH-OIL-1 2.5', '2.5'],
    ['FH-OIL-1 x 2,5', '2,5'],
    ['FH-OIL-1 1 000', '1 000'],
    ['FH-OIL-1 x 1 000', '1 000'],
    ["FH-OIL-1 1'000", "1'000"],
    ['FH-OIL-1 1.000', '1.000'],
    ['FH-OIL-1 2.00', '2.00'],
    ['FH-OIL-1 2 of 10', '2 of 10'],
    ['FH-OIL-1 x 2 of 10', '2 of 10'],
    ['FH-OIL-1 2/10', '2/10 and 10'],
    ['FH-OIL-1 2-3', '2-3'],
    ['FH-OIL-1 2 or 3', '2 or 3'],
    ['FH-OIL-1 #REF!', '#REF!'],
    ['FH-OIL-1 ٢', '٢'],
    ['FH-OIL-1 ½', '½'],
    ['FH-OIL-1 1e3', '1e3'],
    ['FH-OIL-1 two', 'two'],
    ['a dozen FH-OIL-1', 'dozen'],
    ['FH-OIL-1 TBC', 'TBC'],
    ['FH-OIL-1 ?', '?'],
    ['FH-OIL-1 n/a', 'n/a'],
    ['FH-OIL-1; -', '-'],
    ['FH-OIL-1 x', 'x'],
    ['FH-OIL-1 qty', 'qty'],
    ['2 boxes of FH-OIL-1', '2 and boxes'],
    ['FH-OIL-1 x 2 packs', '2 and packs'],
    ['FH-OIL-1 >5', '5'],
    ['FH-OIL-1 5+', '5'],
    ['up to 5 FH-OIL-1', '5'],
    ['FH-OIL-1 about 5', '5'],
    ['FH-OIL-1 qty-2', 'qty-2'],
    ['FH-OIL-1 x2off', 'x2off'],
    ['FH-OIL-1 x٢', 'x٢'],
    ['FH-OIL-1 #2', '#2'],
    ['FH-OIL-1 no. 2', '2'],
    ['FH-OIL-1 total: 2', '2'],
    ['FH-OIL-1 PK10 x 2', '2 and PK10'],
    ['FH-OIL-1 12-pack x 2', '2 and 12-pack'],
    ['FH-OIL-1 2 per machine x 3 machines', '3 and per'],
    ['FH-OIL-1 x 3 -> 2', '3 -> 2'],
    ['FH-OIL-1 x 3 → 2', '3 → 2'],
    ['FH-OIL-1 as many as possible', 'many'],
    ['FH-OIL-1 all you have', 'all'],
    ['FH-OIL-1 at 12', '12'],
    ['FH-OIL-1 ditto', 'ditto'],
    ['FH-OIL-1 "', '"'],
    ['FH-OIL-1 - cancel', 'cancel'],
    ['FH-OIL-1 x 2 CANCELLED', '2 and CANCELLED'],
    ['FH-OIL-1;PK;2', '2 and PK'],
    ['FH-OIL-1 2 (12)', '2 and 12'],
    ['FH-OIL-1 2 off (12)', '2 and 12'],
    ['FH-OIL-1 2 1/2" BSP', '2 1/2'],
    ['FH-OIL-1 4"', '4'],
    ['FH-OIL-1 2.0 diesel', '2.0'],
    ['Part 2: FH-OIL-1', '2'],
    ['No: 2 FH-OIL-1', '2'],
    ['FH-OIL-1 by 12', '12'],
    ['1 of 2: FH-OIL-1', '1 of 2'],
    ['order 12: FH-OIL-1', '12'],
    ['FH-OIL-1 order 4711', '4711'],
    ['FH-OIL-1 2 x per year', '2 and per'],
    ['10 FH-OIL-1 2', '10 and 2'],
    ['FH-OIL-1 x2 x3', '2 and 3'],
    ['4. FH-OIL-1', '4'],
    ['FH-OIL-1 £12.50', '£12.50'],
    ['FH-OIL-1 Volvo 7', '7'],
    ['for 320 FH-OIL-1', '320'],
    ['FH-OIL-1 2012', '2012'],
    ['FH-OIL-1 93 x 140', '93 and 140 and x'],
  ])('with a doubt, which is queried: %s', (line, seen) => {
    const [row, second] = readRows(parseText(line), 'order')
    expect([row!.quantity, row!.seen, second]).toEqual([null, seen, undefined])
  })

  it.each([
    ['FH-OIL-1-40', '?“40” FH-OIL-1~'],
    ['40FH-OIL-1', '?“40” FH-OIL-1~'],
    ['P55171 2', '?“2” P55171 2~'],
    ['nonsense99 3', '3 nonsense99!'],
    ['P551 999', '?“999” P551 999!'],
    ['F 026 500 111', '1 F 026 500 111!'],
    ['oil filter 3', '3 oil filter!'],
    ['FH-OIL-1 12000', '12000 FH-OIL-1'],
    ['Total 60', '-'],
    ['Thanks, Dave', '-'],
    ['Tel 0113 496 0000', '-'],
  ])('whose part is not clear: %s', (line, expected) => {
    expect(read(line)).toEqual([expected])
  })
})

describe('a buyer pastes a list', () => {
  it('with a numbered line for each part', () => {
    expect(read('1. FH-OIL-1\n2. FH-SEAL-1 - 4\n3. FH-AIR-1')).toEqual([
      '1 FH-OIL-1',
      '4 FH-SEAL-1',
      '1 FH-AIR-1',
    ])
    expect(read('1 FH-OIL-1 4\n2 FH-SEAL-1 6')).toEqual(['4 FH-OIL-1', '6 FH-SEAL-1'])
    expect(read('(1) FH-OIL-1\n(2) FH-SEAL-1')).toEqual(['?“1” FH-OIL-1', '?“2” FH-SEAL-1'])
    expect(read('1 FH-OIL-1\n2 FH-SEAL-1')).toEqual(['?“1” FH-OIL-1', '?“2” FH-SEAL-1'])
    expect(read('4 LF9009\n2 P551712\n3 9009')).toEqual(['4 LF9009', '2 P551712', '3 9009'])
  })

  it('with the quantity on the line below the part', () => {
    const mail = 'FH-OIL-1 Oil filter\nQty: 2\n£12.50\nFH-SEAL-1 Seal\nQty: 5\n£4.00\nTotal: £45.00'
    expect(read(mail)).toEqual(['2 FH-OIL-1', '-', '-', '5 FH-SEAL-1', '-', '-', '-'])
    expect(read('FH-OIL-1\n2\nFH-SEAL-1\n5')).toEqual(['?“2” FH-OIL-1', '-', '?“5” FH-SEAL-1', '-'])
    expect(read('2\nFH-OIL-1')).toEqual(['-', '?“2” FH-OIL-1'])
    const chat = '[28/11/2025, 10:19:16] Dave: FH-OIL-1\n[28/11/2025, 10:22:10] Dave: 3'
    expect(read(chat)).toEqual(['?“3” FH-OIL-1', '-'])
  })

  it('with short part numbers, which may be quantities of other lines', () => {
    expect(read('0012\n9009')).toEqual(['1 0012', '1 9009'])
    expect(read('1. FH-OIL-1\n2. 120')).toEqual(['1 FH-OIL-1', '1 120'])
    expect(read('FH-OIL-1\n0012')).toEqual(['1 FH-OIL-1', '1 0012'])
    expect(read('FH-OIL-1\n120')).toEqual(['?“120” FH-OIL-1', '?“” 120'])
    expect(read('120\nFH-OIL-1')).toEqual(['?“” 120', '?“120” FH-OIL-1'])
    expect(read('9009\n120')).toEqual(['?“” 9009', '?“9009” 120'])
    expect(read('FH-OIL-1 x 100\nFH-SEAL-1 x 20\n120')).toEqual(['100 FH-OIL-1', '20 FH-SEAL-1', '?“” 120'])
    expect(read('0012;4\n9009;2')).toEqual(['4 0012', '2 9009'])
  })

  it('within an e-mail', () => {
    const mail = 'Hello Bob,\n\nplease send\nLF9009 x 4\n\nThanks for all\nDave\n07700 900123'
    expect(read(mail)).toEqual(['-', '-', '4 LF9009', '-', '-', '-'])
  })

  it('with the quantity of several parts above or below them', () => {
    for (const line of ['2 of each', 'x2', 'Qty 2', '2'])
      expect(read(`FH-OIL-1\nFH-AIR-1\n${line}`)).toEqual(['?“2” FH-OIL-1', '?“2” FH-AIR-1', '-'])
    expect(read('2 of each:\nFH-OIL-1\nFH-AIR-1')).toEqual(['-', '?“2” FH-OIL-1', '?“2” FH-AIR-1'])
    expect(read('FH-OIL-1\tFH-AIR-1\n2\t4')).toEqual(['?“2 and 4” FH-OIL-1', '?“2 and 4” FH-AIR-1', '-'])
    expect(read('Part\tFH-OIL-1\tFH-AIR-1\nQty\t2\t4')[0]).toBe('?“2 and 4” FH-OIL-1')
    for (const line of [
      'two of each please',
      'A dozen of these:',
      'Need 3 sets of',
      'for 3 machines',
      'Double up on these',
    ])
      expect(read(`${line}\nFH-OIL-1\nFH-AIR-1 x 5`).slice(1)).toEqual([`?“${line}” FH-OIL-1`, '5 FH-AIR-1'])
    expect(read('Thanks for all this\nFH-OIL-1')).toEqual(['-', '1 FH-OIL-1'])
  })

  it('with the quantities of several parts on a line', () => {
    expect(read('x2 LF9009 x3 FH-AIR-1')).toEqual(['2 LF9009', '3 FH-AIR-1'])
    expect(read('LF9009 2x FH-AIR-1 3x')).toEqual(['2 LF9009', '3 FH-AIR-1'])
    expect(read('LF9009, FH-AIR-1 both x2')).toEqual(['2 LF9009', '2 FH-AIR-1'])
    expect(read('Qty 4: LF9009, FH-AIR-1')).toEqual(['?“Qty 4” LF9009', '?“Qty 4” FH-AIR-1'])
    expect(read('2 sets of LF9009 + FH-AIR-1')).toEqual(['?“2 and sets” LF9009', '?“sets” FH-AIR-1'])
  })

  it('of a delivery that says what did not come', () => {
    expect(read('FH-OIL-1 Qty ordered: 20', 'delivery')).toEqual(['?“20” FH-OIL-1'])
    expect(read('FH-OIL-1 x 20, 2 damaged', 'delivery')).toEqual(['?“20” FH-OIL-1 (2 damaged)'])
    expect(read('FH-OIL-1 Qty ordered: 20')).toEqual(['20 FH-OIL-1'])
  })

  it('with two parts of which one is meant', () => {
    expect(read('LF9009 or FH-AIR-1 x 2')).toEqual(['?“or” LF9009', '?“2 and or” FH-AIR-1'])
    expect(read('FH-OIL-1 replaces LF9009 qty 2')).toEqual([
      '?“replaces” FH-OIL-1',
      '?“2 and replaces” LF9009',
    ])
    expect(read('FH-OIL-1 / FH-AIR-1')).toEqual(['?“” FH-OIL-1', '?“” FH-AIR-1'])
    expect(read('FH-OIL-1 oder FH-AIR-1')).toEqual(['?“oder” FH-OIL-1', '?“oder” FH-AIR-1'])
  })

  it('and lines after one with several numbers are numbered on', () => {
    const rows = readRows(parseText('LF9009 2\nLF9009, P551712 x 4\n\nFH-AIR-1'), 'order')
    expect(rows).toMatchObject([
      { nr: 1, text: 'LF9009 2' },
      { nr: 2, text: 'LF9009' },
      { nr: 3, text: 'P551712 x 4' },
      { nr: 5, text: 'FH-AIR-1' },
    ])
  })

  it('of a file, whose rows of several cells have one part each', () => {
    expect(read('LF9009;FH-AIR-1;4', 'order', true)).toEqual(['?“4” LF9009 (FH-AIR-1 4)'])
    const sheet = parseSheet([['LF9009', 'FH-AIR-1', '4'], ['LF9009 x2, FH-AIR-1']])
    expect(formatLines(readRows(sheet, 'order', true)).slice(1)).toEqual(['2 LF9009', '1 FH-AIR-1'])
  })

  it('that is too long, which is refused as a whole', () => {
    const refuse = (text: string) =>
      runSteps(parseListInSteps(parseText(text), { findProductIds, purpose: 'order', isFile: false }))
    expect(readRows(parseText(Array(500).fill('LF9009 x2').join(', ')), 'order')).toHaveLength(500)
    expect(refuse(Array(501).fill('LF9009 x2').join(', '))).toEqual({
      ok: false,
      reason: 'too_many_lines',
      lines: 501,
    })
    expect(refuse('4 '.repeat(40_000))).toMatchObject({ reason: 'too_much_text' })
    expect(refuse(Array(300).fill('FH-OIL-1 '.repeat(10)).join('\n'))).toMatchObject({
      reason: 'too_much_text',
    })
  })
})
