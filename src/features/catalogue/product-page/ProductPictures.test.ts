import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  applyZoomKey,
  canStepZoom,
  centre,
  dragZoom,
  followPointer,
  stepZoom,
  toggleZoom,
  unzoomed,
  type Zoom,
} from './ProductPictures.tsx'

const keys = ['+', '=', '-', 'Escape', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'a', 'Tab']
const zoomed: Zoom = { factor: 5, x: 0.5, y: 0.5 }

test('a press zooms in where the picture was pressed, another zooms out', () => {
  const once = toggleZoom(unzoomed, { x: 0.2, y: 0.9 })
  expect(once).toEqual({ factor: 2.5, x: 0.2, y: 0.9 })
  expect(toggleZoom(once, centre)).toEqual(unzoomed)
})

test('steps lead to factor ten and back, and no further', () => {
  const up = ['+', '+', '+', '+'].reduce((zoom, key) => applyZoomKey(zoom, key)!, unzoomed)
  expect(up.factor).toBe(10)
  expect(canStepZoom(up, 'in')).toBe(false)
  expect(stepZoom(stepZoom(stepZoom(up, 'out'), 'out'), 'out')).toEqual(unzoomed)
  expect(canStepZoom(unzoomed, 'out')).toBe(false)
})

describe('the visible part', () => {
  test('follows the mouse only while the picture is zoomed', () => {
    expect(followPointer(zoomed, { x: 0.1, y: 1.4 })).toEqual({ factor: 5, x: 0.1, y: 1 })
    expect(followPointer(unzoomed, { x: 0.1, y: 0.2 })).toBe(unzoomed)
  })
  test('moves with a drag: the point under the pointer stays under it', () => {
    // At factor five, a fifth of the picture is in the frame; four fifths can be moved.
    expect(dragZoom(zoomed, { x: 0.4, y: 0 })).toEqual({ factor: 5, x: 0.4, y: 0.5 })
  })
  test('moves right with the right arrow', () =>
    expect(applyZoomKey(zoomed, 'ArrowRight')!.x).toBeGreaterThan(0.5))
})

test('without zoom, arrows and Escape are left to the page', () => {
  expect(['ArrowDown', 'Escape', '-', 'Tab'].map(key => applyZoomKey(unzoomed, key))).toEqual([
    null,
    null,
    null,
    null,
  ])
})

test('no keys lead out of the picture or beyond factor ten', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...keys), { maxLength: 40 }), pressed => {
      const { factor, x, y } = pressed.reduce((zoom, key) => applyZoomKey(zoom, key) ?? zoom, unzoomed)
      expect(factor).toBeGreaterThanOrEqual(1)
      expect(factor).toBeLessThanOrEqual(10)
      for (const share of [x, y]) expect(share >= 0 && share <= 1).toBe(true)
    }),
  )
})
