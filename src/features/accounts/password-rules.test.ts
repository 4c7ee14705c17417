import { describe, expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.server.ts'
import { judgePassword } from './password-rules.ts'

const judge = (password: string, email = 'sam@example.org') =>
  judgePassword(password, { email, isCommon: isCommonPassword })

describe('a new password', () => {
  test.each([
    'a long enough one',
    'filters-2026',
    'åäöåäöåä',
    '🔧🔩🔧🔩🔧🔩🔧🔩',
    ' spaces count ',
    'x'.repeat(1000),
  ])('may be what its owner likes: %s', password => {
    expect(judge(password)).toBe(null)
  })

  test('is at least eight characters, as people count them', () => {
    expect(judge('')).toBe('too_short')
    expect(judge('seven77')).toBe('too_short')
    expect(judge('🔧🔧🔧🔧')).toBe('too_short')
  })

  test('is no book', () => {
    expect(judge('x'.repeat(1001))).toBe('too_long')
  })

  test.each(['password', 'Password1', 'PASSWORD123', 'qwertyuiop', '12345678', 'iloveyou1'])(
    'is not one that everybody tries first: %s',
    password => {
      expect(judge(password)).toBe('common')
    },
  )

  test('is not the address it is for', () => {
    expect(judge('Sam@Example.org')).toBe('is_email')
    expect(judge(' sam@example.org')).toBe('is_email')
    expect(judge('sam@example.orgs')).toBe(null)
  })

  test('with line breaks does not fool the list', () => {
    expect(judge('password\npassword1')).toBe(null)
  })
})
