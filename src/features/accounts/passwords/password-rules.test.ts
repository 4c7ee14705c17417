import { describe, expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.server.ts'
import { validatePassword } from './password-rules.ts'

const validate = (password: string, email = 'sam@example.org') =>
  validatePassword(password, { email, isCommon: isCommonPassword })

describe('a new password', () => {
  test.each([
    'a long enough one',
    'filters-2026',
    'åäöåäöåä',
    '🔧🔩🔧🔩🔧🔩🔧🔩',
    ' spaces count ',
    'x'.repeat(1000),
  ])('has no rules of composition: %s', password => {
    expect(validate(password)).toBe(null)
  })

  test('has at least eight characters, emoji counted as one', () => {
    expect(validate('')).toBe('too_short')
    expect(validate('seven77')).toBe('too_short')
    expect(validate('🔧🔧🔧🔧')).toBe('too_short')
  })

  test('has at most a thousand characters', () => {
    expect(validate('x'.repeat(1001))).toBe('too_long')
  })

  test.each(['password', 'Password1', 'PASSWORD123', 'qwertyuiop', '12345678', 'iloveyou1'])(
    'is not one of the most common ones: %s',
    password => {
      expect(validate(password)).toBe('common')
    },
  )

  test('is not the e-mail address of its account', () => {
    expect(validate('Sam@Example.org')).toBe('is_email')
    expect(validate(' sam@example.org')).toBe('is_email')
    expect(validate('sam@example.orgs')).toBe(null)
  })

  test('with a line break does not match two entries of the list of common ones', () => {
    expect(validate('password\npassword1')).toBe(null)
  })
})
