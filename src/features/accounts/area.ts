import { isHeadBuyer, isStaff, type Person } from './visitor.ts'

/** The places of the account area, in the order of its menu. */
export type AccountPlace =
  | 'overview'
  | 'orders'
  | 'quotes'
  | 'approvals'
  | 'product-lists'
  | 'addresses'
  | 'details'
  | 'back-office'

/** What the frame of every account page needs to know of who is signed in. */
export interface AccountArea {
  name: string
  places: readonly { place: AccountPlace; name: string; url: string }[]
}

/** The menu of a person's account: what he may not do is not in it. */
export function areaOf(person: Person): AccountArea {
  return {
    name: person.company?.name ?? person.name,
    places: places.filter(({ place }) => mayEnter[place]?.(person) ?? true),
  }
}

const places: AccountArea['places'] = [
  { place: 'overview', name: 'Overview', url: '/account' },
  { place: 'orders', name: 'Orders', url: '/account/orders' },
  { place: 'quotes', name: 'Quotes', url: '/account/quotes' },
  { place: 'approvals', name: 'Approvals', url: '/account/approvals' },
  { place: 'product-lists', name: 'Product lists', url: '/account/productlists' },
  { place: 'addresses', name: 'Addresses', url: '/account/addresses' },
  { place: 'details', name: 'Details', url: '/account/details' },
  { place: 'back-office', name: 'Back office', url: '/admin' },
]

const mayEnter: Partial<Record<AccountPlace, (person: Person) => boolean>> = {
  approvals: isHeadBuyer,
  'back-office': isStaff,
}
