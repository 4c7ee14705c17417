import type { CustomerLogin } from '../accounts/people/customer-login.ts'

export const customersUrl = '/admin/customers'

export const toCompanyUrl = (accountNumber: string): `/admin/customers/${string}` =>
  `${customersUrl}/${encodeURIComponent(accountNumber)}`

export const toPersonUrl = (id: number): `/admin/customers/people/${number}` => `${customersUrl}/people/${id}`

/** Who may look at customers and change them; the credit limit is the accounts' alone. */
export const customerRights = ['sales', 'accounts'] as const

/** The next free account number like the newest one: 'NPH009' → 'NPH010'. `taken`: those that begin with its letters. */
export function proposeAccountNumber(newest: string | null, taken: readonly string[]): string {
  const [, prefix = 'A', digits = '1000'] = /^(.*?)(\d{1,9})$/.exec(newest ?? '') ?? []
  const numbers = new Set(taken)
  const toNumber = (number: number): string => prefix + String(number).padStart(digits.length, '0')
  let next = Number(digits) + 1
  while (numbers.has(toNumber(next))) next++
  return toNumber(next)
}

/** How the accounts department has its invoices and credit notes. */
export const documentEmailNames = {
  at_once: 'Each one as it’s made',
  daily: 'One email a day, at 18:00',
  off: 'Not by email',
}
export type DocumentEmails = keyof typeof documentEmailNames

/** 'Head buyer, orders on account', as the audit has it too. */
export const formatRights = ({
  isHeadBuyer,
  needsApproval,
  mayOrderOnAccount,
}: Pick<CustomerLogin, 'isHeadBuyer' | 'needsApproval' | 'mayOrderOnAccount'>): string =>
  [
    isHeadBuyer ? 'Head buyer' : 'Buyer',
    ...(needsApproval ? ['orders need approval'] : []),
    formatOnAccount(mayOrderOnAccount),
  ].join(', ')

export const formatOnAccount = (isAllowed: boolean): string =>
  isAllowed ? 'orders on account' : 'not on account'
