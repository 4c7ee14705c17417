import { expect } from 'vitest'
import type { TestResponse, TestVisitor } from '../support/test-visitor.ts'

/** The forms of the staff's pages, as a browser without JavaScript sends them. */

export type FormFields = Record<string, string>

/** The fields of the first form of a page that is sent to this path, with what the page has in them. */
export function readForm(html: string, path: string): FormFields {
  const form = new RegExp(`<form[^>]* action="${path.replaceAll('.', '\\.')}"[^>]*>(.*?)</form>`, 's').exec(
    html,
  )
  expect([path, form !== null]).toEqual([path, true])
  const fields: FormFields = {}
  for (const [tag] of form![1]!.matchAll(/<input[^>]*>/g)) {
    const name = readAttribute(tag, 'name')
    const isTicked = !/type="(checkbox|radio)"/.test(tag) || / checked/.test(tag)
    if (name && isTicked) fields[name] = readAttribute(tag, 'value') ?? ''
  }
  for (const [, tag, text] of form![1]!.matchAll(/<textarea([^>]*)>(.*?)<\/textarea>/gs))
    fields[readAttribute(tag!, 'name')!] = unescapeHtml(text!.replace(/^\n/, ''))
  for (const [, tag, options] of form![1]!.matchAll(/<select([^>]*)>(.*?)<\/select>/gs)) {
    const tags = [...options!.matchAll(/<option[^>]*>/g)].map(([option]) => option)
    const selected = tags.find(option => / selected/.test(option)) ?? tags[0]!
    fields[readAttribute(tag!, 'name')!] = readAttribute(selected, 'value') ?? ''
  }
  return fields
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

function readAttribute(tag: string, name: string): string | null {
  const value = new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]
  return value === undefined ? null : unescapeHtml(value)
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
const unescapeHtml = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name) => entities[name]!)
