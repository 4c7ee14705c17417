import { expect, test } from 'vitest'
import { addNewestFirst } from './stored-list.client.ts'

const add = (items: string[], item: string) => addNewestFirst(items, item, text => text.toLowerCase(), 3)

test('a new item comes first, once, and the oldest is dropped', () => {
  expect(add([], 'a')).toEqual(['a'])
  expect(add(['a', 'b', 'c'], 'd')).toEqual(['d', 'a', 'b'])
  expect(add(['a', 'b', 'c'], 'B')).toEqual(['B', 'a', 'c'])
})
