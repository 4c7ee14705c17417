import type { TestShop } from '../support/shop.ts'
import type { TestResponse, TestVisitor } from '../support/test-visitor.ts'
import { type FormFields, openForm } from './staff-forms.ts'

export interface PartReply {
  success: boolean
  message: string
  errors: Record<string, string>
  id?: number | null
}

/** The staff's page of a part. */
export const toPartPage = async (shop: TestShop, code: string): Promise<string> =>
  `/admin/products/${await shop.productId(code)}`

/** The form of a part's page that is sent to this path below it, '' for its details, with what the page has in it. */
export const openPart = (staff: TestVisitor, page: string, path = ''): Promise<FormFields> =>
  openForm(staff, { page, path: `${page}${path}` })

/** Sends a form as a script does. A field that is undefined is left out, like a box without a tick. */
export async function sendPart(
  staff: TestVisitor,
  path: string,
  fields: Record<string, string | undefined>,
): Promise<PartReply> {
  const { body } = await sendFields(staff, path, fields)
  return body
}

export const sendFields = (
  staff: TestVisitor,
  path: string,
  fields: Record<string, string | undefined>,
): Promise<TestResponse<PartReply>> =>
  staff.request<PartReply>('POST', path, {
    headers: {
      'x-requested-with': 'XMLHttpRequest',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(
      Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ).toString(),
  })
