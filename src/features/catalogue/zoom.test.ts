import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { afterKey, canGo, dragged, middle, pointedAt, stepped, toggled, whole, type Zoom } from './zoom.ts'

const keys = ['+', '=', '-', 'Escape', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'a', 'Tab']
const near: Zoom = { factor: 5, x: 0.5, y: 0.5 }

test('a press brings the picture near where it was pressed, another shows it whole', () => {
  const once = toggled(whole, { x: 0.2, y: 0.9 })
  expect(once).toEqual({ factor: 2.5, x: 0.2, y: 0.9 })
  expect(toggled(once, middle)).toEqual(whole)
})

test('steps lead to ten times and back, and no further', () => {
  const up = ['+', '+', '+', '+'].reduce((zoom, key) => afterKey(zoom, key)!, whole)
  expect(up.factor).toBe(10)
  expect(canGo(up, 'nearer')).toBe(false)
  expect(stepped(stepped(stepped(up, 'farther'), 'farther'), 'farther')).toEqual(whole)
  expect(canGo(whole, 'farther')).toBe(false)
})

describe('the part in sight', () => {
  test('follows the mouse while the picture is near, and only then', () => {
    expect(pointedAt(near, { x: 0.1, y: 1.4 })).toEqual({ factor: 5, x: 0.1, y: 1 })
    expect(pointedAt(whole, { x: 0.1, y: 0.2 })).toBe(whole)
  })
  test('goes with the finger: what was under it stays under it', () => {
    // At five times, a fifth of the picture is in the frame; four fifths are what can be moved.
    expect(dragged(near, { x: 0.4, y: 0 })).toEqual({ factor: 5, x: 0.4, y: 0.5 })
  })
  test('goes right with the right arrow', () => expect(afterKey(near, 'ArrowRight')!.x).toBeGreaterThan(0.5))
})

test('a whole picture leaves arrows and Escape to the page', () => {
  expect(['ArrowDown', 'Escape', '-', 'Tab'].map(key => afterKey(whole, key))).toEqual([
    null,
    null,
    null,
    null,
  ])
})

test('no keys lead out of the picture or beyond ten times', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...keys), { maxLength: 40 }), pressed => {
      const { factor, x, y } = pressed.reduce((zoom, key) => afterKey(zoom, key) ?? zoom, whole)
      expect(factor).toBeGreaterThanOrEqual(1)
      expect(factor).toBeLessThanOrEqual(10)
      for (const share of [x, y]) expect(share >= 0 && share <= 1).toBe(true)
    }),
  )
})
