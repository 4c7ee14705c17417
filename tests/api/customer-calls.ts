import { expect } from 'vitest'
import type { TestVisitor } from '../support/test-visitor.ts'

export interface CustomerReply {
  success: boolean
  message: string
  errors: Record<string, string>
}

/** The fields of a company that has nothing but a name and a number. */
export const newCompany = {
  name: '',
  account_number: '',
  company_number: '',
  vat: '',
  eori: '',
  terms_kind: '',
  terms_days: '',
  accounts_emails: '',
  document_emails: 'at_once',
  notes: '',
}

/** The version that the page of a company or a person has in its forms. */
export async function getCustomerSeen(staff: TestVisitor, page: string): Promise<string> {
  const { status, text } = await staff.getPage(page)
  expect([page, status]).toEqual([page, 200])
  return /name="seen" value="(\d+)"/.exec(text)![1]!
}
