import { expect, test } from 'vitest'
import { demoCountries, getCountryName, listCountries } from './countries.ts'

test('the demo shop delivers to the British Isles and Norway', () => {
  expect(demoCountries.map(({ code }) => code)).toEqual(['GB', 'IE', 'NO', 'JE', 'GG', 'IM'])
})

test('each country has a valid pattern for its postcodes', () => {
  for (const { postcode } of demoCountries) expect(() => new RegExp(postcode!, 'v')).not.toThrow()
  const [unitedKingdom] = listCountries(['GB'])
  expect(new RegExp(unitedKingdom!.postcode!).test('LS1 4DY')).toBe(true)
})

test('a country has its name by its code; an unknown code has none', () => {
  expect(getCountryName('NO')).toBe('Norway')
  expect(getCountryName('XX')).toBe(null)
})

test('an unknown country in the settings throws', () => {
  expect(() => listCountries(['GB', 'XX'])).toThrow('XX')
})
