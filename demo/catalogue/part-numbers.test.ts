import fc from 'fast-check'
import { expect, it } from 'vitest'
import { brands, ownBrand } from './brands.ts'
import { uniquePartNumber } from './part-numbers.ts'
import { splitTotal } from './random.ts'

const shapes = [ownBrand, ...brands].flatMap(brand =>
  [...new Set(Object.values(brand.codePatterns))].map(shape => ({ brand: brand.name, shape })),
)

/** A pattern for the numbers of a shape: its first run of digits may grow, the others have a fixed length. */
function toPattern(shape: string): RegExp {
  let first = true
  const source = shape.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/9/g, () => {
    const run = first ? '\\d+' : '\\d'
    first = false
    return run
  })
  return new RegExp(`^${source}$`)
}

it('never gives two brands, or two lines of a brand, the same number, however many products there are', () => {
  const samples = [0, 7, 800, 8000, 9500, 80_000, 95_000, 130_000, 900_500]
  const clashes = shapes.flatMap(one =>
    shapes
      .filter(other => other !== one)
      .filter(other =>
        samples.some(index => toPattern(other.shape).test(uniquePartNumber(one.shape, index, one.brand))),
      )
      .map(other => `${one.brand} ${one.shape} looks like ${other.brand} ${other.shape}`),
  )
  expect(clashes).toEqual([])
})

it('gives every index a number of its own', () => {
  const numbers = Array.from({ length: 30_000 }, (_, index) =>
    uniquePartNumber('W 99/9', index, 'MANN-FILTER'),
  )
  expect(new Set(numbers).size).toBe(30_000)
  expect(numbers[0]).toMatch(/^W \d\d\/\d$/)
})

it('splits a total exactly, without negative parts', () => {
  fc.assert(
    fc.property(fc.nat(3000), fc.integer({ min: 1, max: 300 }), (total, slots) => {
      const share = splitTotal(total, slots, 'test')
      const all = Array.from({ length: slots }, (_, slot) => share(slot))
      expect(Math.min(...all)).toBeGreaterThanOrEqual(0)
      expect(all.reduce((sum, one) => sum + one, 0)).toBe(total)
    }),
  )
})
