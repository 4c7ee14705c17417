import { type Address, emptyAddress } from '../../../lib/contact/address.ts'
import type { AddressForm, SavedAddress } from '../schemas.ts'
import type { Person } from '../visitor.ts'

/** For one person, and as many shared ones for a company. */
export const maxAddresses = 100

/** A stored address has the town in line 3 and the county in line 4. */
export function toPostalAddress(saved: SavedAddress): Address {
  return {
    firstname: saved.firstname,
    surname: saved.surname,
    company: saved.company,
    address1: saved.line_1,
    address2: saved.line_2,
    town: saved.line_3,
    county: saved.line_4,
    postcode: saved.postcode,
    country: saved.country,
    telephone: saved.telephone,
  }
}

export function toAddressColumns({ address1, address2, town, county, ...otherFields }: Address) {
  return { ...otherFields, line_1: address1, line_2: address2, line_3: town, line_4: county }
}

export function toFormValues(saved: SavedAddress): AddressForm {
  const { default_delivery, default_billing, shared } = saved
  return { ...toPostalAddress(saved), default_delivery, default_billing, shared }
}

/** A new address starts with the person's known details (R-UX-50). */
export function createFormValues({ name, telephone, company }: Person): AddressForm {
  const { firstname, surname } = splitName(name)
  return {
    ...emptyAddress,
    firstname,
    surname,
    company: company?.name ?? '',
    telephone,
    default_delivery: false,
    default_billing: false,
    shared: false,
  }
}

/** 'Ada King Byron' → first name 'Ada King', surname 'Byron', as defaults of address forms (R-UX-50). */
export function splitName(name: string): { firstname: string; surname: string } {
  const words = name.trim().split(/\s+/)
  const surname = words.length > 1 ? words.pop()! : ''
  return { firstname: words.join(' '), surname }
}
