import { expect, test } from 'vitest'
import { type Sorting, toSortLink } from './list-url.ts'

test('R-ADMIN-6: the heading of the sorted column reverses it; another begins with its usual direction', () => {
  const follow = (current: Sorting<'day' | 'total'>, sort: 'day' | 'total') =>
    toSortLink(current, { sort, name: 'Column', usual: 'down' }, to => `${to.sort} ${to.direction}`)
  const current = { sort: 'day', direction: 'down' } as const
  expect(follow(current, 'day')).toEqual({ name: 'Column', url: 'day up', direction: 'down' })
  expect(follow({ ...current, direction: 'up' }, 'day')).toMatchObject({ url: 'day down', direction: 'up' })
  expect(follow(current, 'total')).toMatchObject({ url: 'total down', direction: null })
})
