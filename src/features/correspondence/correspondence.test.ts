import { expect, test } from 'vitest'
import { parseMentions } from './correspondence.ts'

const stella = { id: 1, name: 'Stella Affleck', email: 'staff@example.com' }
const sam = { id: 2, name: 'Sam Ward', email: 'sam@example.com' }
const samantha = { id: 3, name: 'Samantha Ward', email: 'samantha@example.com' }
const otherSam = { id: 4, name: 'Sam Osei', email: 'osei@example.com' }
const colleagues = [stella, sam, samantha]

test.each([
  ['@Stella Affleck please ring them', [1]],
  ['please ring them, @stella.', [1]],
  ['(@STAFF@example.com) and @Sam: look', [1, 2]],
  ['@Samantha', [3]],
  ['@Sam @sam ward @Sam Ward', [2]],
  ['the address is sam@example.com, 2 @ £5 each', []],
  ['', []],
])('R-CORRECT-1: “%s” names %j', (text, personIds) => {
  expect(parseMentions(text, colleagues)).toEqual({ personIds })
})

test('R-CORRECT-1: an unknown name, or one of two people, is not guessed', () => {
  expect(parseMentions('@Bob, look', colleagues)).toEqual({ handle: 'Bob', why: 'unknown' })
  expect(parseMentions('@Sammy', colleagues)).toEqual({ handle: 'Sammy', why: 'unknown' })
  expect(parseMentions('ask @sam', [...colleagues, otherSam])).toEqual({ handle: 'sam', why: 'ambiguous' })
  expect(parseMentions('ask @sam osei', [...colleagues, otherSam])).toEqual({ personIds: [4] })
})
