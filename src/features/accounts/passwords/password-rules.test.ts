import { describe, expect, test } from 'vitest'
import { isCommonPassword, isGuessablePassword } from './password-error.server.ts'
import { validatePassword } from './password-rules.ts'

const names = ['Filterhouse', 'Sam Whitaker', 'Northfield Plant Hire', 'NPH001']
const validate = (password: string, email = 'sam@example.org') =>
  validatePassword(password, {
    email,
    isCommon: isCommonPassword,
    isGuessable: text => isGuessablePassword(text, [email, ...names]),
  })

describe('a new password', () => {
  test.each([
    'a long enough one',
    'long enough',
    'three quiet tractors',
    'another one here',
    'long-enough-1',
    'guest-pass-2026',
    'secret-password',
    'test-password',
    'tractor-2026',
    'S3cure-Pass!',
    'Sup3rSecret!',
    'TestPassword1!',
    'Test1234!',
    'correct horse battery staple',
    'filters-2026',
    'åäöåäöåä',
    '🔧🔩🔧🔩🔧🔩🔧🔩',
    ' spaces count ',
    'x'.repeat(1000),
  ])('has no rules of composition: %s', password => {
    expect(validate(password)).toBe(null)
  })

  test('may have a word of the e-mail address in it', () => {
    expect(validate('guest-password-1', 'guest-17-4@example.org')).toBe(null)
    expect(validate('buyer long enough', 'buyer@example.org')).toBe(null)
    expect(validate('buyer2026', 'buyer@example.org')).toBe('guessable')
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

  test.each([
    ['ten blanks', '          '],
    ['ten no-break spaces', '\u00a0'.repeat(10)],
    ['one letter repeated', 'aaaaaaaaaa'],
    ['one letter repeated, and another', 'aaaaaaaaab'],
    ['a word repeated', 'hosehosehose'],
    ['letters in order', 'abcdefghij'],
    ['a row of keys', 'asdfghjkl;'],
    ['a common password, disguised', 'Passw0rd!'],
    ['the name of the shop', 'filterhouse'],
    ['in another spelling', 'FilterHouse'],
    ['with a digit', 'Filterhouse1'],
    ['with the year', 'filterhouse2026'],
    ['with another letter', 'filterhouze'],
    ['disguised', 'F1lterh0use'],
    ['the surname', 'whitaker'],
    ['the surname and the year', 'Whitaker2026'],
    ['the company', 'northfield1'],
    ['the company, whole', 'NorthfieldPlantHire'],
    ['the account number', 'nph001nph001'],
  ])('is not easily guessed: %s', (_what, password) => {
    expect(validate(password)).toMatch(/guessable|common/)
  })

  test('is checked in a few milliseconds, however long and intricate it is', () => {
    const intricate = ['4@8({[</3690#!1|0$5+7%2'.repeat(9), 'p4ssw0rd$!1|'.repeat(80), 'x1!'.repeat(300)]
    validate('warms up the estimators')
    const startedAt = process.cpuUsage()
    for (const password of intricate) for (const length of [64, 1000]) validate(password.slice(0, length))
    const { user, system } = process.cpuUsage(startedAt)
    // About 10 ms for each of the three that are estimated, on a busy machine ten times that. Without a limit of the length
    // it would be minutes.
    expect((user + system) / 1000).toBeLessThan(5000)
  })

  test('is not the e-mail address of its account', () => {
    expect(validate('Sam@Example.org')).toBe('is_email')
    expect(validate(' sam@example.org')).toBe('is_email')
    expect(validate('sam@example.orgs')).toBe(null)
  })

  test('with a line break does not match two entries of the list of common ones', () => {
    expect(validate('password\npassword1')).toBe(null)
  })
})
