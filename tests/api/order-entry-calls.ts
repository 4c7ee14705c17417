import { randomUUID } from 'node:crypto'
import type { TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'

/** Orders that staff take at /admin/orders/new. */

export const callerAddress = {
  firstname: 'Carla',
  surname: 'Webb',
  company: 'Webb Haulage',
  address1: '3 Dock Road',
  address2: '',
  town: 'Hull',
  county: '',
  postcode: 'HU1 1AA',
  country: 'GB',
  telephone: '01482 496 0101',
}

export interface EntryReply {
  success: boolean
  message: string
  errors: Record<string, string>
  url: string | null
}

export const toReference = ({ url }: EntryReply): string => url!.split('/').pop()!

export const findPersonId = async (shop: TestShop, email: string): Promise<string> =>
  String((await shop.sql<{ id: number }>('select id from person where email = $1', [email]))[0]!.id)

/** The typed form of an order for a new customer, for delivery, by a payment link. */
export const newEntry = (changes: Record<string, unknown> = {}) => ({
  request_key: randomUUID(),
  customer: 'new',
  email: 'carla@example.org',
  ...callerAddress,
  deliver_to: 'new',
  lines: 'FH-OIL-1 x 2\nfh seal 1, 4',
  end: 'link',
  source: 'phone',
  ...changes,
})

/** The same for somebody with an account, at the first of the saved addresses. */
export async function accountEntry(shop: TestShop, email: string, changes: Record<string, unknown> = {}) {
  const customer = await findPersonId(shop, email)
  const [address] = await shop.sql<{ id: number }>(
    `select a.id from address a join person p on p.company_id = a.company_id or p.id = a.person_id
     where p.id = $1 order by a.imported desc, a.id limit 1`,
    [customer],
  )
  return newEntry({ customer, deliver_to: String(address!.id), email: '', end: 'account', ...changes })
}

/** A quote for a new customer; nothing is sent. */
export const makeQuote = async (staff: TestVisitor, changes: Record<string, unknown> = {}) =>
  sendEntry(staff, newEntry({ lines: 'FH-OIL-1 x 10', end: 'quote', step: 'place', ...changes }))

export const sendEntry = async (staff: TestVisitor, entry: object) =>
  (await staff.post<EntryReply>('/admin/orders/new', entry)).body

/** What the page displays as the total, after a first press that reads the lines. */
export async function checkEntry(
  staff: TestVisitor,
  entry: object,
): Promise<{ text: string; displayed: string }> {
  const checked = await sendEntry(staff, { ...entry, step: 'check' })
  if (!checked.success) throw new Error(JSON.stringify(checked))
  const { text } = await staff.getPage(checked.url!)
  return { text, displayed: /name="shown_total" value="([\d.]+)"/.exec(text)?.[1] ?? '' }
}

/** Checks and places; the last press sends the form as it is typed, and the total that was displayed. */
export async function placeEntry(staff: TestVisitor, entry: object): Promise<EntryReply> {
  const { displayed } = await checkEntry(staff, entry)
  return sendEntry(staff, { ...entry, step: 'place', shown_total: displayed })
}
