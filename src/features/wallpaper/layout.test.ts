import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Box,
  cellPadding,
  getPictureSide,
  layOutSheets,
  maxFiltersPerPanel,
  minCodeFontSize,
  type Panel,
  type PanelContentSize,
} from './layout.ts'

const area: Box = { x: 28, y: 28, width: 1134, height: 773 }
const machines = (count: number, filterCount: number): PanelContentSize[] =>
  Array.from({ length: count }, () => ({ filterCount, maxCodeLength: 9 }))
const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

describe('a wallpaper', () => {
  test.each([
    [1, 1],
    [1, 8],
    [1, 40],
    [3, 8],
    [5, 8],
  ])('of %i machines with %i filters each is one sheet, readable from two metres', (count, filters) => {
    const sheets = layOutSheets(machines(count, filters), area)
    expect(sheets).toHaveLength(1)
    for (const { codeFontSize } of sheets[0]!) expect(codeFontSize).toBeGreaterThanOrEqual(minCodeFontSize)
  })

  test.each([
    [[4, 4]],
    [[4, 4, 4]],
    [[4, 4, 4, 4]],
    [[8, 8, 8, 8, 8]],
    [[4, 6, 8, 5, 3]],
    [[3, 5, 10]],
    [[12, 4, 4, 4]],
    [[4, 13]],
  ])('of machines with %j filters gives each the same share of the sheet', counts => {
    const contents = counts.map(filterCount => ({ filterCount, maxCodeLength: 9 }))
    const sheets = layOutSheets(contents, area)
    expect(sheets).toHaveLength(1)
    const areas = sheets[0]!.map(({ width, height }) => width * height)
    // The gaps between rows and columns differ.
    expect(Math.max(...areas) / Math.min(...areas)).toBeLessThan(1.04)
    for (const { codeFontSize } of sheets[0]!) expect(codeFontSize).toBeGreaterThanOrEqual(minCodeFontSize)
  })

  test('of a small machine and large ones uses the space that they need, instead of one more sheet', () => {
    const [sheet] = layOutSheets(
      [3, 5, 10, 22].map(filterCount => ({ filterCount, maxCodeLength: 9 })),
      area,
    )
    expect(sheet).toHaveLength(4)
  })

  test('of five machines with forty filters each takes more sheets instead of smaller letters', () => {
    const sheets = layOutSheets(machines(5, 40), area)
    expect(sheets.length).toBeGreaterThan(1)
    for (const { codeFontSize } of sheets.flat()) expect(codeFontSize).toBeGreaterThanOrEqual(minCodeFontSize)
  })

  test.each([1, 4, 9, 24])('of %i filters leaves space at the right of the longest code', filters => {
    for (const panel of layOutSheets(machines(1, filters), area).flat()) {
      const codeWidth = 9 * 0.6 * panel.codeFontSize
      const left = 2 * cellPadding + getPictureSide(panel.cellWidth, panel.cellHeight)
      expect(panel.cellWidth - left - codeWidth).toBeGreaterThanOrEqual(panel.cellWidth * 0.045 - 0.01)
    }
  })

  test('splits a machine with more filters than a sheet takes', () => {
    const [first, second, third] = layOutSheets([{ filterCount: 100, maxCodeLength: 9 }], area).flat()
    expect([first, second, third].map(panel => [panel!.from, panel!.to])).toEqual([
      [0, 34],
      [34, 68],
      [68, 100],
    ])
  })

  test('has a panel for a list without products', () => {
    expect(layOutSheets(machines(2, 0), area).flat()).toHaveLength(2)
    expect(layOutSheets([], area)).toEqual([])
  })

  test('shows each filter of each machine once, in order, inside the sheet, and no panel over another', () => {
    const content = fc.record({
      filterCount: fc.integer({ min: 0, max: 150 }),
      maxCodeLength: fc.integer({ min: 1, max: 30 }),
    })
    fc.assert(
      fc.property(fc.array(content, { minLength: 1, maxLength: 5 }), contents => {
        const sheets = layOutSheets(contents, area)
        for (const [machineIndex, { filterCount }] of contents.entries()) {
          const parts = sheets.flat().filter(panel => panel.machineIndex === machineIndex)
          expect(parts[0]!.from).toBe(0)
          expect(parts.at(-1)!.to).toBe(filterCount)
          for (const [at, part] of parts.entries()) if (at > 0) expect(part.from).toBe(parts[at - 1]!.to)
        }
        for (const sheet of sheets) expectInside(sheet)
      }),
      { numRuns: 50 },
    )
  })
})

function expectInside(sheet: Panel[]): void {
  for (const [at, panel] of sheet.entries()) {
    expect(panel.to - panel.from).toBeLessThanOrEqual(maxFiltersPerPanel)
    expect(panel.x + panel.width).toBeLessThanOrEqual(area.x + area.width + 0.01)
    expect(panel.y + panel.height).toBeLessThanOrEqual(area.y + area.height + 0.01)
    const rows = Math.ceil(Math.max(1, panel.to - panel.from) / panel.columns)
    expect(panel.headHeight + rows * panel.cellHeight).toBeLessThanOrEqual(panel.height + 0.01)
    for (const other of sheet.slice(at + 1)) expect(overlap(panel, other)).toBe(false)
  }
}
