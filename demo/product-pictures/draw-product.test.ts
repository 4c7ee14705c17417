import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawPlaceholder } from '../../src/media/placeholder.ts'
import { drawFilter } from './draw-product.ts'
import { type Recipe, shapes } from './recipe.ts'
import type { Lettering } from './svg.ts'

const letters: Lettering = text => ({ path: 'M0 0h1v1z', width: text.length * 10 })

const recipe = (shape: Recipe['shape'], more: Partial<Recipe> = {}): Recipe => ({
  shape,
  od: 93,
  height: 142,
  width: 80,
  colour: '#c8102e',
  accent: '#17212b',
  label: 'Filterhouse',
  code: 'FH-OIL-1',
  ...more,
})

/** Tags open and close in order, attributes are quoted, and nothing was worked out to be no number. */
function isSound(svg: string): boolean {
  const open: string[] = []
  for (const [whole, closing, name, attributes, selfClosed] of svg.matchAll(
    /<(\/?)([a-zA-Z]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/g,
  )) {
    if (closing) {
      if (open.pop() !== name) return false
    } else if (!selfClosed) open.push(name!)
    if (/NaN|undefined|Infinity/.test(attributes ?? whole)) return false
  }
  const text = svg.replace(/<(\/?)([a-zA-Z]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/g, '')
  return open.length === 0 && text.trim() === ''
}

describe('a product picture', () => {
  it.each(shapes)('of shape %s is sound SVG, with and without dimensions', shape => {
    expect(isSound(drawFilter(recipe(shape), letters, { dimensions: true }))).toBe(true)
    expect(isSound(drawFilter(recipe(shape), letters, { dimensions: false }))).toBe(true)
  })

  it('stays sound whatever the product measures', () => {
    const measure = fc.double({ min: 1, max: 5000, noNaN: true })
    fc.assert(
      fc.property(fc.constantFrom(...shapes), measure, measure, measure, (shape, od, height, width) =>
        isSound(drawFilter(recipe(shape, { od, height, width }), letters, { dimensions: true })),
      ),
      { numRuns: 300 },
    )
  })

  it('says the measures in figures, and leaves them out where nobody could read them', () => {
    const said: string[] = []
    const listening: Lettering = text => {
      said.push(text)
      return letters(text, 1)
    }
    drawFilter(recipe('spin-on'), listening, { dimensions: true })
    expect(said).toEqual(expect.arrayContaining(['⌀ 93 mm', '142 mm', 'FILTERHOUSE', 'FH-OIL-1']))
    said.length = 0
    drawFilter(recipe('spin-on'), listening, { dimensions: false })
    expect(said.filter(text => text.includes('mm'))).toEqual([])
  })

  it.each([
    ['spin-on', 93, 142],
    ['element', 50, 300],
    ['air-round', 405, 150],
  ] as const)('of shape %s keeps the proportions %d : %d', (shape, od, height) => {
    const svg = drawFilter(recipe(shape, { od, height }), letters, { dimensions: true })
    const lines = [...svg.matchAll(/<path d="M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)" stroke="#51606e"/g)].map(
      match => match.slice(1).map(Number),
    )
    const [wide, , , tall] = lines
    expect((wide![2]! - wide![0]!) / (tall![3]! - tall![1]!)).toBeCloseTo(od / height, 2)
  })

  it('takes no markup from a name', () => {
    const svg = drawFilter(recipe('kit', { label: '<script>', code: '"&<' }), letters, { dimensions: true })
    expect(svg).not.toContain('<script>')
    expect(isSound(svg)).toBe(true)
  })

  it('has a placeholder that is sound too', () => {
    expect(isSound(drawPlaceholder(letters, { words: true }))).toBe(true)
  })
})
