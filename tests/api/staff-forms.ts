import { expect } from 'vitest'
import { listForms, unescapeHtml } from '../support/page-forms.ts'
import type { TestResponse, TestVisitor } from '../support/test-visitor.ts'

/** The forms of the staff's pages, as a browser without JavaScript sends them. */

export type FormFields = Record<string, string>

/** The fields of the first form of a page that is sent to this path, with what the page has in them. */
export function readForm(html: string, path: string): FormFields {
  const form = listForms(html).find(each => each.path === path)
  expect([path, form !== undefined]).toEqual([path, true])
  return Object.fromEntries(
    form!.fields.filter(({ value }) => value !== null).map(({ name, value }) => [name, value!]),
  )
}

export interface StaffForm {
  /** Of the page. */
  page: string
  /** That the form is sent to. */
  path: string
}

export async function openForm(staff: TestVisitor, { page, path }: StaffForm): Promise<FormFields> {
  return readForm((await staff.getPage(page)).text, path)
}

/** What of a page people read: its text without tags. */
export const readPage = ({ text }: Pick<TestResponse<undefined>, 'text'>): string =>
  unescapeHtml(text.replace(/<script.*?<\/script>/gs, ' ').replace(/<[^>]+>/g, ' ')).replace(/\s+/g, ' ')
