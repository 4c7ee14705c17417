import { expect, test } from 'vitest'
import { emptyAddress, formatAddressLines, formatAddressSummary } from '../../../lib/contact/address.ts'
import { splitName, toPostalAddress } from '../../accounts/addresses/saved-address.ts'
import { toDestinationKey } from './draft.ts'

const leeds = {
  ...emptyAddress,
  firstname: 'Ada',
  surname: 'Byron',
  company: 'Northfield Plant Hire',
  address1: '1 High Street',
  town: 'Leeds',
  postcode: 'LS1 4DY',
}

test('a stored address has its town in line 3 and its county in line 4', () => {
  const saved = {
    id: 7,
    firstname: 'Ada',
    surname: 'Byron',
    company: '',
    line_1: '1 High Street',
    line_2: '',
    line_3: 'Leeds',
    line_4: 'West Yorkshire',
    postcode: 'LS1 4DY',
    country: 'GB',
    telephone: '0113',
    billing: false,
    imported: false,
    shared: false,
    save_for_future: true,
    save_as_billing: false,
    default_delivery: false,
    default_billing: false,
  }
  expect(toPostalAddress(saved)).toMatchObject({
    address1: '1 High Street',
    town: 'Leeds',
    county: 'West Yorkshire',
  })
})

test('a label has a country only abroad, the summary fits one line', () => {
  expect(formatAddressLines(leeds)).toEqual([
    'Ada Byron',
    'Northfield Plant Hire',
    '1 High Street',
    'Leeds',
    'LS1 4DY',
  ])
  expect(formatAddressLines({ ...leeds, country: 'IE' }).at(-1)).toBe('Ireland')
  expect(formatAddressSummary(leeds)).toBe('Northfield Plant Hire, 1 High Street, Leeds LS1 4DY')
})

test('the destination is the same however its postcode is typed', () => {
  expect(toDestinationKey({ ...leeds, postcode: 'ls14dy', surname: 'King' })).toBe(toDestinationKey(leeds))
  expect(toDestinationKey({ ...leeds, postcode: 'M1 1AA' })).not.toBe(toDestinationKey(leeds))
})

test('a name is split at its last word', () => {
  expect(splitName('Ada King Byron')).toEqual({ firstname: 'Ada King', surname: 'Byron' })
  expect(splitName('Ada')).toEqual({ firstname: 'Ada', surname: '' })
})
