import { type Address, emptyAddress } from '../../lib/address.ts'
import type { SavedAddress } from './schemas.ts'
import type { Person } from './visitor.ts'

/** How many addresses one person may keep. */
export const mostAddresses = 100

/** A stored address keeps the town in line 3 and the county in line 4 (Specification §3). */
export function fromSaved(saved: SavedAddress): Address {
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

/** The other way round: an address as it is stored. */
export function toSaved({ address1, address2, town, county, ...rest }: Address) {
  return { ...rest, line_1: address1, line_2: address2, line_3: town, line_4: county }
}

/** An address as its form in the account shows it. */
export interface Entry extends Address {
  default_delivery: boolean
  default_billing: boolean
}

export function entryOf(saved: SavedAddress): Entry {
  const { default_delivery, default_billing } = saved
  return { ...fromSaved(saved), default_delivery, default_billing }
}

/** Nothing is typed twice (rule 50): a new address begins with what is known of him. */
export function emptyEntry({ name, telephone, company }: Person): Entry {
  const { firstname, surname } = splitName(name)
  return {
    ...emptyAddress,
    firstname,
    surname,
    company: company?.name ?? '',
    telephone,
    default_delivery: false,
    default_billing: false,
  }
}

/** 'Ada King Byron' → first name 'Ada King', surname 'Byron', offered in the address form (nothing is typed twice). */
export function splitName(name: string): { firstname: string; surname: string } {
  const words = name.trim().split(/\s+/)
  const surname = words.length > 1 ? words.pop()! : ''
  return { firstname: words.join(' '), surname }
}
