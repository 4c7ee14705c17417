import { isHeadBuyer, isStaff, type Person } from './visitor.ts'

export type AccountSection =
  | 'overview'
  | 'orders'
  | 'returns'
  | 'quotes'
  | 'statements'
  | 'approvals'
  | 'colleagues'
  | 'product-lists'
  | 'addresses'
  | 'details'
  | 'back-office'

/** The menu of the signed-in person, for the frame of every account page. */
export interface AccountNavigation {
  /** Of the company, else of the person. */
  name: string
  sections: readonly { section: AccountSection; name: string; url: string }[]
}

/** Sections that the person has no right to are left out. */
export function toAccountNavigation(person: Person): AccountNavigation {
  return {
    name: person.company?.name ?? person.name,
    sections: allSections.filter(({ section }) => sectionRights[section]?.(person) ?? true),
  }
}

// In the order of the menu.
const allSections: AccountNavigation['sections'] = [
  { section: 'overview', name: 'Overview', url: '/account' },
  { section: 'orders', name: 'Orders', url: '/account/orders' },
  { section: 'returns', name: 'Returns', url: '/account/returns' },
  { section: 'quotes', name: 'Quotes', url: '/account/quotes' },
  { section: 'statements', name: 'Statements', url: '/account/statements' },
  { section: 'approvals', name: 'Approvals', url: '/account/approvals' },
  { section: 'colleagues', name: 'Colleagues', url: '/account/colleagues' },
  { section: 'product-lists', name: 'Product lists', url: '/account/productlists' },
  { section: 'addresses', name: 'Addresses', url: '/account/addresses' },
  { section: 'details', name: 'Details', url: '/account/details' },
  { section: 'back-office', name: 'Back office', url: '/admin' },
]

const sectionRights: Partial<Record<AccountSection, (person: Person) => boolean>> = {
  statements: isHeadBuyer,
  approvals: person => isHeadBuyer(person) || person.deputy !== null,
  colleagues: isHeadBuyer,
  'back-office': isStaff,
}
