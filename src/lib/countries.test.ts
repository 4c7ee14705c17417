import { expect, test } from 'vitest'
import { defaultCountries, demoCountries, findCountry, getCountryName, listCountries } from './countries.ts'

test('the list is the United Kingdom and Ireland until the server replaces it', () => {
  expect(defaultCountries.map(({ name, code }) => `${name} (${code})`)).toEqual([
    'United Kingdom (GB)',
    'Ireland (IE)',
  ])
  expect(demoCountries.map(({ code }) => code)).toEqual(['GB', 'IE', 'NO', 'JE', 'GG', 'IM'])
})

test('each country has a valid pattern for its postcodes', () => {
  for (const { postcode } of demoCountries) expect(() => new RegExp(postcode!, 'v')).not.toThrow()
  expect(new RegExp(findCountry(demoCountries, 'GB')!.postcode!).test('LS1 4DY')).toBe(true)
})

test('a country is found by its code however cased, and only in its list', () => {
  expect(findCountry(defaultCountries, ' ie ')?.name).toBe('Ireland')
  expect(findCountry(defaultCountries, 'NO')).toBe(null)
  expect(getCountryName('NO')).toBe('Norway')
})

test('an unknown country in the settings throws', () => {
  expect(() => listCountries(['GB', 'XX'])).toThrow('XX')
})
