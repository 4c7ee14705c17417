import { describe, expect, test } from 'vitest'
import {
  type BuilderState,
  initialBuilderState,
  parseBuilderState,
  serializeBuilderState,
  startBuilding,
  toggleWallpaperList,
} from './useWallpaperBuilder.tsx'

const with5: BuilderState = { mode: 'build', lists: [1, 2, 3, 4, 5] }

describe('the wallpaper builder', () => {
  test('adds and removes lists, in the order in which they were chosen', () => {
    const both = toggleWallpaperList(toggleWallpaperList(startBuilding(), 7)!, 3)!
    expect(both.lists).toEqual([7, 3])
    expect(toggleWallpaperList(both, 7)!.lists).toEqual([3])
  })

  test('takes five lists, of which one can still be removed', () => {
    expect(toggleWallpaperList(with5, 6)).toBe(null)
    expect(toggleWallpaperList(with5, 5)!.lists).toEqual([1, 2, 3, 4])
  })

  test('restores the choice after a reload, without deleted lists', () => {
    expect(parseBuilderState(serializeBuilderState(with5, 'p1'), 'p1', [1, 2, 3, 4, 5, 6])).toEqual(with5)
    expect(parseBuilderState(serializeBuilderState(with5, 'p1'), 'p1', [2, 9])).toEqual({
      mode: 'build',
      lists: [2],
    })
  })

  test('never restores the choice of another person, nor invalid data', () => {
    const existingLists = [1, 2, 3, 4, 5, 6]
    expect(parseBuilderState(serializeBuilderState(with5, 'p1'), 'p2', existingLists)).toEqual(
      initialBuilderState,
    )
    for (const broken of [
      null,
      '',
      '{',
      'null',
      '[]',
      '"build"',
      '{"owner":"p1","mode":"build","lists":"1"}',
    ])
      expect(parseBuilderState(broken, 'p1', existingLists)).toEqual(initialBuilderState)
    const many = JSON.stringify({ owner: 'p1', mode: 'build', lists: [1, 1, '2', 3, 4, 5, 6, 2] })
    expect(parseBuilderState(many, 'p1', existingLists)).toEqual({ mode: 'build', lists: [1, 3, 4, 5, 6] })
  })
})
