import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderPlaceholderSvg } from '../../src/features/media/images.server.ts'
import { drawProduct } from './draw-product.ts'
import { type Recipe, shapes } from './recipe.ts'
import type { OutlineText } from './svg.ts'

const outlineText: OutlineText = text => ({ path: 'M0 0h1v1z', width: text.length * 10 })

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

/** True when tags nest, attributes are quoted, and no number is NaN. */
function isWellFormed(svg: string): boolean {
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
  it.each(shapes)('of shape %s is well-formed SVG, with and without dimensions', shape => {
    expect(isWellFormed(drawProduct(recipe(shape), outlineText, { hasDimensions: true }))).toBe(true)
    expect(isWellFormed(drawProduct(recipe(shape), outlineText, { hasDimensions: false }))).toBe(true)
    for (const hasDimensions of [true, false]) {
      const end = drawProduct(recipe(shape), outlineText, { hasDimensions, isEnd: true })
      expect(isWellFormed(end)).toBe(true)
    }
  })

  it('stays well-formed whatever the product measures', () => {
    const measure = fc.double({ min: 1, max: 5000, noNaN: true })
    fc.assert(
      fc.property(
        fc.constantFrom(...shapes),
        fc.boolean(),
        measure,
        measure,
        measure,
        (shape, isEnd, od, height, width) =>
          isWellFormed(
            drawProduct(recipe(shape, { od, height, width, inner: width, gasket: height }), outlineText, {
              hasDimensions: true,
              isEnd,
            }),
          ),
      ),
      { numRuns: 300 },
    )
  })

  it('has the measures in figures, and none without dimension lines', () => {
    const texts: string[] = []
    const recordText: OutlineText = text => {
      texts.push(text)
      return outlineText(text, 1)
    }
    drawProduct(recipe('spin-on'), recordText, { hasDimensions: true })
    expect(texts).toEqual(expect.arrayContaining(['⌀ 93 mm', '142 mm', 'FILTERHOUSE', 'FH-OIL-1']))
    texts.length = 0
    drawProduct(recipe('spin-on'), recordText, { hasDimensions: false })
    expect(texts.filter(text => text.includes('mm'))).toEqual([])
  })

  it('of its end names thread and gasket, bore, hose or flange', () => {
    const listTexts = (shape: Recipe['shape'], more: Partial<Recipe>) => {
      const texts: string[] = []
      const recordText: OutlineText = text => {
        texts.push(text)
        return outlineText(text, 1)
      }
      drawProduct(recipe(shape, more), recordText, { hasDimensions: true, isEnd: true })
      return [...new Set(texts)]
    }
    expect(listTexts('spin-on', { thread: '1-12 UNF', gasket: 72 })).toEqual([
      'Thread 1-12 UNF',
      'Gasket ⌀ 72 mm',
    ])
    expect(listTexts('element', { inner: 43 })).toEqual(['Bore ⌀ 43 mm', '⌀ 93 mm'])
    expect(listTexts('in-line', { thread: '8' })).toEqual(['Hose ⌀ 8 mm', '⌀ 93 mm'])
    expect(listTexts('breather', { thread: 'Flange, 6 holes' })).toEqual(['Flange, 6 holes', '⌀ 93 mm'])
    // What has no end of its own is drawn from its side.
    expect(listTexts('panel', {})).toContain('93 mm')
  })

  it.each([
    ['spin-on', 93, 142],
    ['element', 50, 300],
    ['air-round', 405, 150],
  ] as const)('of shape %s keeps the proportions %d : %d', (shape, od, height) => {
    const svg = drawProduct(recipe(shape, { od, height }), outlineText, { hasDimensions: true })
    const lines = [...svg.matchAll(/<path d="M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)" stroke="#51606e"/g)].map(
      match => match.slice(1).map(Number),
    )
    const [wide, , , tall] = lines
    expect((wide![2]! - wide![0]!) / (tall![3]! - tall![1]!)).toBeCloseTo(od / height, 2)
  })

  it('escapes markup in a name', () => {
    const svg = drawProduct(recipe('kit', { label: '<script>', code: '"&<' }), outlineText, {
      hasDimensions: true,
    })
    expect(svg).not.toContain('<script>')
    expect(isWellFormed(svg)).toBe(true)
  })

  it('has a placeholder that is well-formed too', () => {
    expect(isWellFormed(renderPlaceholderSvg(true))).toBe(true)
  })
})
