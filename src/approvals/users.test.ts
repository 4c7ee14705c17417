import { describe, expect, test } from 'vitest'
import { judgeUsers, type Member } from './users.ts'

const person = (id: number, needsApproval: boolean, isActive = true): Member => ({
  id,
  email: `${id}@example.com`,
  name: `Person ${id}`,
  needsApproval,
  isActive,
})

const head = person(1, false)
const tom = person(2, false)
const adam = person(3, true)
const company = [head, tom, adam]

describe('the list of those who need approval', () => {
  test('is whole: who is in it needs approval, who is not no longer does', () => {
    expect(judgeUsers(company, [2], head.id)).toEqual({
      accepted: true,
      changes: [
        { id: 2, needsApproval: true },
        { id: 3, needsApproval: false },
      ],
    })
  })

  test('changes nothing when all is as it says, also named twice', () => {
    expect(judgeUsers(company, [3, 3], head.id)).toEqual({ accepted: true, changes: [] })
  })

  test('is refused as a whole for one stranger', () => {
    expect(judgeUsers(company, [2, 99], head.id)).toEqual({ accepted: false, why: 'not_yours' })
  })

  test('is refused when a head buyer names himself', () => {
    expect(judgeUsers(company, [1, 3], head.id)).toEqual({ accepted: false, why: 'yourself' })
  })

  test('does not free the head buyer who sends it from what another one set', () => {
    const restricted = [person(1, true), tom, adam]
    expect(judgeUsers(restricted, [3], 1)).toEqual({ accepted: true, changes: [] })
  })

  test('leaves who is switched off as he was', () => {
    const withLeaver = [...company, person(4, true, false)]
    expect(judgeUsers(withLeaver, [3], head.id)).toEqual({ accepted: true, changes: [] })
    expect(judgeUsers(withLeaver, [3, 4], head.id)).toEqual({ accepted: true, changes: [] })
  })
})
