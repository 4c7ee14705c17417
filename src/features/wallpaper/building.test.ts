import { describe, expect, test } from 'vitest'
import { type Building, begin, keep, notBuilding, restore, toggle } from './building.ts'

const with5: Building = { mode: 'build', lists: [1, 2, 3, 4, 5] }

describe('somebody who builds a wallpaper', () => {
  test('puts lists in and takes them out again, in the order of his choice', () => {
    const both = toggle(toggle(begin(), 7)!, 3)!
    expect(both.lists).toEqual([7, 3])
    expect(toggle(both, 7)!.lists).toEqual([3])
  })

  test('has room for five lists, and can still take one out of five', () => {
    expect(toggle(with5, 6)).toBe(null)
    expect(toggle(with5, 5)!.lists).toEqual([1, 2, 3, 4])
  })

  test('finds his choice again after a reload, without the lists that are gone', () => {
    expect(restore(keep(with5, 'p1'), 'p1', [1, 2, 3, 4, 5, 6])).toEqual(with5)
    expect(restore(keep(with5, 'p1'), 'p1', [2, 9])).toEqual({ mode: 'build', lists: [2] })
  })

  test('never finds the choice of who sat there before him, nor what was tampered with', () => {
    const known = [1, 2, 3, 4, 5, 6]
    expect(restore(keep(with5, 'p1'), 'p2', known)).toEqual(notBuilding)
    for (const broken of [
      null,
      '',
      '{',
      'null',
      '[]',
      '"build"',
      '{"owner":"p1","mode":"build","lists":"1"}',
    ])
      expect(restore(broken, 'p1', known)).toEqual(notBuilding)
    const many = JSON.stringify({ owner: 'p1', mode: 'build', lists: [1, 1, '2', 3, 4, 5, 6, 2] })
    expect(restore(many, 'p1', known)).toEqual({ mode: 'build', lists: [1, 3, 4, 5, 6] })
  })
})
