import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import yauzl from 'yauzl'
import { erasePapers } from '../../src/features/privacy/erase.server.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import { rejectRequest, sendForApproval } from './approval-calls.ts'
import { completeOrder, createMemberSend, fillBasket, leedsAddress, sendSave } from './checkout-calls.ts'
import { despatch } from './despatch-calls.ts'
import { enterPayment } from './ledger-calls.ts'
import { newEntry, sendEntry } from './order-entry-calls.ts'
import { getSeenQuoteVersion } from './quote-calls.ts'
import { createPicture, listReturns, moveReturn, postReturnForm } from './return-calls.ts'

let shop: TestShop
let manager: TestVisitor
let secondManager: TestVisitor
beforeAll(async () => {
  shop = await startTestShop()
  await insertPerson('second@example.com', 'Maud Second', '01632 960001', {
    like: 'staff@example.com',
    company: null,
  })
  manager = await shop.signIn('staff@example.com')
  secondManager = await shop.signIn('second@example.com')
})
afterAll(() => shop.close())

const name = 'Quentina Marrowby'
const email = 'quentina.marrowby@brackenfell.example'
const telephone = '01632 960417'
const theirAddress = {
  ...leedsAddress,
  firstname: 'Quentina',
  surname: 'Marrowby',
  telephone,
  address1: '7 Quillow Rise',
}

async function insertPerson(
  email: string,
  name: string,
  telephone: string,
  { like, company }: { like: string; company: string | null },
): Promise<number> {
  const [row] = await shop.sql<{ id: number }>(
    `insert into person (email, name, telephone, company_id, roles, permissions, password_hash, verified_at)
     select $1, $2, $3, (select id from company where account_number = $5), roles, permissions, password_hash, now()
     from person where email = $4 returning id`,
    [email, name, telephone, like, company],
  )
  return row!.id
}

interface Reply {
  success: boolean
  message: string
  errors: Record<string, string>
}

const subjectOf = (id: number) => `/admin/privacy/person-${id}`

async function act(visitor: TestVisitor, page: string, call: string): Promise<Reply & { status: number }> {
  const { text } = await visitor.getPage(page)
  const seen = /name="seen" value="(\d+)"/.exec(text)?.[1] ?? '0'
  const { body, status } = await visitor.post<Reply>(`${page}${call}`, { seen, confirm: '1' })
  return { ...body, status }
}

/** The rows of all tables that have a text, by table: whatever columns a later release adds. */
async function findInDatabase(pattern: RegExp): Promise<Record<string, string[]>> {
  const tables = await shop.sql<{ schema: string; name: string }>(
    `select table_schema as schema, table_name as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1, 2`,
  )
  expect(tables.length).toBeGreaterThan(80)
  const matches: Record<string, string[]> = {}
  for (const { schema, name } of tables) {
    const rows = await shop.sql<{ line: string }>(`select t::text as line from "${schema}"."${name}" t`)
    const lines = rows.map(({ line }) => line).filter(line => pattern.test(line))
    if (lines.length > 0) matches[name] = lines
  }
  return matches
}

async function order(
  visitor: TestVisitor,
  method: string,
  changes: Record<string, unknown> = {},
): Promise<string> {
  await visitor.delete('/basket')
  await fillBasket(shop, visitor, { 'FH-OIL-1': 2 })
  const address = { delivery: theirAddress, billing: theirAddress }
  const { body } = await sendSave(visitor, createMemberSend(method, { ...address, ...changes }))
  if (body.error !== false || !body.reference) throw new Error(JSON.stringify(body))
  if (method === 'approval') await sendForApproval(visitor)
  else if ((await completeOrder(visitor)).error !== false) throw new Error('not completed')
  return body.reference
}

const findOrderId = async (reference: string) =>
  (await shop.sql<{ id: number }>('select id::int from orders where reference = $1', [reference]))[0]!.id

/** Before the erasure, so that each has been emptied. */
const tablesWithPersonalData = [
  ...['account_payment', 'address', 'audit', 'checkout_draft', 'company', 'invitation', 'mail_outbox'],
  ...[
    'newsletter_subscription',
    'order_draft',
    'order_history',
    'order_message',
    'order_note',
    'order_search',
  ],
  ...[
    'orders',
    'person',
    'product_list',
    'return_history',
    'return_request',
    'sales_document',
    'search_question',
    'trade_application',
  ],
]

async function unzip(content: Buffer): Promise<Map<string, string>> {
  const zip = await yauzl.fromBufferPromise(content)
  const files = new Map<string, string>()
  for await (const entry of zip.eachEntry()) {
    const parts = (await (await zip.openReadStreamPromise(entry)).toArray()) as Buffer[]
    files.set(entry.fileName, Buffer.concat(parts).toString('utf8'))
  }
  return files
}

describe('R-PRIVACY-1 to 3: a person who has used the whole shop', () => {
  let id: number
  let person: TestVisitor
  let paper: string

  beforeAll(async () => {
    id = await insertPerson(email, name, telephone, { like: 'trade@example.com', company: 'NPH001' })
    person = await shop.signIn(email)
    const anonymous = shop.createVisitor()
    await anonymous.post('/login', { email, password: 'wrong one' })
    await anonymous.post('/password/forgot', { email })
    await anonymous.postForm('/newsletter', { email, return_url: shop.url })
    const { firstname, surname, address1, town, postcode, country } = theirAddress
    const reference = { reference_1: 'Dale Hydraulics', reference_2: 'Aire Bearings' }
    const applicant = { firstname, surname, address1, town, postcode, country, email, telephone }
    await anonymous.post('/trade-account', { company: 'Brackenfell Drains', ...applicant, ...reference })
    await anonymous.getPage(`/search?query=${encodeURIComponent(email)}`)

    // A quote that staff withdraw, and a request that the head buyer rejects.
    const quote = await order(person, 'quote', { delivery_method: 'quote' })
    await manager.post(`/admin/quotes/${quote}/withdraw`, {
      seen: await getSeenQuoteVersion(manager, quote),
      request: randomUUID(),
      reason: `${name} rang`,
    })
    await shop.sql('update person set orders_require_approval = true where id = $1', [id])
    const request = await order(person, 'approval', { approval_note: `Please, ${name}` })
    const head = await shop.signIn('head@example.com')
    await rejectRequest(head, await findOrderId(request), `Not now, ${name}`)
    await shop.sql('update person set orders_require_approval = false where id = $1', [id])

    // An order with messages and notes, sent, paid, and in part returned with a picture.
    paper = await order(person, 'account', {
      delivery: { ...theirAddress, save_for_future: true },
      delivery_instructions: `Ring ${telephone}`,
    })
    await person.post(`/account/orders/${paper}/messages`, {
      request: randomUUID(),
      text: `It’s ${name}, ${telephone}`,
    })
    const page = `/admin/orders/${paper}`
    await manager.post(`${page}/messages`, { request: randomUUID(), text: `Dear ${name}` })
    await manager.post(`${page}/notes`, { request: randomUUID(), text: `${name} has ${email}` })
    expect((await despatch(manager, paper, { 1: 2 })).success).toBe(true)
    const [due] = await shop.sql<{ total: number }>(
      'select total from sales_document order by id desc limit 1',
    )
    const payment = { amount: (due!.total / 100).toFixed(2), note: `From ${name}` }
    expect((await enterPayment(manager, 'NPH001', payment)).success).toBe(true)
    const fields = { request: randomUUID(), 'lines[0][position]': '1', 'lines[0][quantity]': '1' }
    const returned = { ...fields, reason: 'faulty', details: `Call ${telephone}` }
    const bytes = await createPicture()
    await postReturnForm(shop, person, paper, returned, [{ name: 'leak.jpg', bytes }])
    const [request2] = await listReturns(shop, paper)
    const number = `RMA-${String(request2!.id).padStart(6, '0')}`
    expect((await moveReturn(manager, number, 'refuse', { reason: `Sorry, ${name}` })).success).toBe(true)

    // Drafts, a list, a basket; an invitation, and what staff have typed for the caller.
    await sendEntry(manager, { ...newEntry({ ...theirAddress, email, customer: 'new' }), step: 'save' })
    await sendEntry(manager, { ...newEntry({ customer: String(id), deliver_to: 'new' }), step: 'save' })
    await fillBasket(shop, person, { 'FH-AIR-1': 1 })
    await shop.sql(
      `insert into search_question (day, kind, text, count) values ('2026-11-24', 'nothing', $1, 1)`,
      [name.toLowerCase()],
    )
    await shop.sql(`insert into product_list (person_id, name) values ($1, $2)`, [id, `List of ${name}`])
    await shop.sql(
      `insert into checkout_draft (session_hash, draft) select id_hash, jsonb_build_object('contact',
         jsonb_build_object('name', $2::text, 'email', $3::text)) from session where person_id = $1 limit 1
       on conflict do nothing`,
      [id, name, email],
    )
    await shop.sql(
      `insert into invitation (company_id, email, role, needs_approval, invited_by, link_hash, expires_at)
       select company_id, $2, 'buyer', false, $1, 'x', now() + interval '1 day' from person where id = $1`,
      [id, email],
    )
    await shop.sql(
      `insert into audit (actor_kind, action, subject, detail) values ('operator', 'test', 'company 1', $1)`,
      [`written to ${email}`],
    )
    await shop.sql(
      `update company set accounts_emails = array['accounts@northfield.example', $1] where account_number = 'NPH001'`,
      [email],
    )
  }, 120_000)

  test('everything about the person is exported as a ZIP file, without secrets, and the export is audited', async () => {
    const { status, headers, content } = await manager.getFile(`${subjectOf(id)}/export`)
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'application/zip',
      'private, no-store',
    ])
    const files = await unzip(content)
    expect(files.get('README.txt')).toContain(`stores about ${name} (${email})`)
    const rows = (file: string) => JSON.parse(files.get(`${file}.json`)!) as Record<string, unknown>[]
    expect(rows('person')[0]).toMatchObject({ name, email, telephone })
    const counts = Object.fromEntries(
      [
        'orders',
        'quotes',
        'approvals',
        'invoices',
        'returns',
        'messages',
        'notes',
        'newsletter',
        'lists',
      ].map(file => [file, rows(file).length]),
    )
    expect(counts).toEqual({
      ...{ orders: 1, quotes: 1, approvals: 1, invoices: 1, returns: 1, messages: 2, notes: 1 },
      ...{ newsletter: 1, lists: 1 },
    })
    expect(rows('emails').length).toBeGreaterThan(1)
    expect(rows('addresses')[0]).toMatchObject({ line_1: '7 Quillow Rise' })
    expect([...files.keys()].filter(path => path.startsWith('pictures/'))).toHaveLength(1)
    expect([...files.values()].join('\n')).not.toMatch(/argon2|password_hash|token_hash|id_hash/)
    const [entry] = await shop.sql<object>(
      `select subject, detail from audit where action = 'personal data exported'`,
    )
    expect(entry).toEqual({ subject: `person ${id}`, detail: '' })
  })

  test('is erased when another manager confirms it: no table has the address, and only papers the name', async () => {
    const page = subjectOf(id)
    const tables = Object.keys(await findInDatabase(/quentina|marrowby|960\s?417/i))
    expect(tables).toEqual(expect.arrayContaining(tablesWithPersonalData))
    expect(await act(manager, page, '/erasure')).toMatchObject({ success: true })
    // The same press again.
    expect(await act(manager, page, '/erasure')).toMatchObject({ success: true })
    expect((await manager.getPage(page)).text).toContain('Another manager has to confirm it')
    expect(await act(manager, page, '/erasure/confirm')).toMatchObject({ success: false })
    const unticked = await manager.post<Reply>(`${page}/erasure/confirm`, { seen: '0' })
    expect(unticked.body).toMatchObject({ errors: { confirm: 'Tick “It cannot be undone” first.' } })
    expect((await secondManager.getPage('/admin')).text).toContain('Requests to erase personal data')
    expect((await secondManager.getPage('/admin/privacy')).text).toContain(page)
    expect(await act(secondManager, page, '/erasure/cancel')).toMatchObject({ success: true })
    expect(await act(secondManager, page, '/erasure')).toMatchObject({ success: true })
    expect(await act(manager, page, '/erasure/confirm')).toMatchObject({ success: true })
    expect(await act(manager, page, '/erasure/confirm')).toMatchObject({ success: true })
    expect((await manager.getPage(page)).text).toContain('Erased on')

    expect(await findInDatabase(/quentina\.marrowby|brackenfell/i)).toEqual({})
    expect(await findInDatabase(/960\s?417/)).toEqual({})
    const named = await findInDatabase(/quentina|marrowby/i)
    expect(Object.keys(named)).toEqual(['orders', 'sales_document'])
    expect(named.orders).toHaveLength(1)
    expect(named.orders![0]).toContain(paper)
    expect(Object.keys(await findInDatabase(/quillow/i))).toEqual(['orders', 'sales_document'])
    expect(await readdir(join(shop.context.config.dataDir, 'images', 'returns'))).toEqual([])
    expect(shop.log().join('\n')).not.toContain(email)
  })

  test('signs in no more, and no list or search of staff finds the address or the name', async () => {
    const { text } = await person.getPage('/account')
    expect(text).not.toContain(name)
    const { status } = await shop.createVisitor().post('/login', { email, password: 'filters-2026' })
    expect(status).not.toBe(200)
    const open = async (path: string) => (await manager.getPage(path)).text
    expect(await open(`/admin/customers?query=${email}`)).not.toContain('/admin/customers/people/')
    expect(await open('/admin/customers?show=people')).not.toContain('Erased')
    expect(await open(`/admin/orders?state=all&query=${email}`)).not.toContain(paper)
    expect(await open('/admin/orders?state=all&query=marrowby')).not.toContain(paper)
    expect(await open(`/admin/orders?state=all&query=${paper}`)).toContain(paper)
    expect(await open('/admin/orders/new?find=marrowby')).toContain('No customer is found')
    expect((await manager.getPage(`/admin/customers/people/${id}`)).status).toBe(404)
    expect((await manager.getPage(`/admin/orders/${paper}`)).text).toContain(name)
    // The address is free for somebody else, and the others' are untouched.
    const [company] = await shop.sql<object>(
      `select accounts_emails from company where account_number = 'NPH001'`,
    )
    expect(company).toEqual({ accounts_emails: ['accounts@northfield.example'] })
  })

  test('R-PRIVACY-5: the papers lose name and address seven years after the order', async () => {
    expect(await erasePapers(shop.context)).toBe(0)
    shop.clock.set('2033-11-25T09:00:00Z')
    onTestFinished(() => shop.clock.set('2026-11-24T09:00:00Z'))
    expect(await erasePapers(shop.context)).toBe(1)
    expect(await findInDatabase(/quentina|marrowby|quillow/i)).toEqual({})
    expect(await erasePapers(shop.context)).toBe(0)
  })
})

test('R-PRIVACY-2: open business and the last head buyer are named, and nothing is erased', async () => {
  const helen = (await shop.sql<{ id: number }>(`select id from person where email = 'head@example.com'`))[0]!
    .id
  expect(await act(manager, subjectOf(helen), '/erasure')).toMatchObject({
    success: false,
    message: expect.stringContaining('the last head buyer of Northfield Plant Hire'),
  })
  const id = await insertPerson('busy@example.net', 'Beatrix Busy', '', {
    like: 'trade@example.com',
    company: 'NPH001',
  })
  const visitor = await shop.signIn('busy@example.net')
  const reference = await order(visitor, 'account')
  expect(await act(manager, subjectOf(id), '/erasure')).toMatchObject({
    success: false,
    message: `${reference} is open: send, cancel or decide them first.`,
  })
  expect(Object.keys(await findInDatabase(/busy@example\.net/)).length).toBeGreaterThan(0)
})

test('R-PRIVACY-1: who ordered without a login is found by the email address; strangers are not', async () => {
  const guest = 'hortensia.vole@guests.example'
  await sendEntry(manager, { ...newEntry({ email: guest }), step: 'save' })
  const find = async (address: string) =>
    (await manager.post<Reply & { url: string | null }>('/admin/privacy', { email: address })).body
  expect((await find(guest)).errors.email).toContain('Nothing is stored')
  expect((await find('nonsense')).errors.email).toContain('whole email address')
  await shop.createVisitor().postForm('/newsletter', { email: guest, return_url: shop.url })
  const { url } = await find(guest)
  expect(url).toMatch(/newsletter-\d+$/)
  expect((await manager.getFile(`${url}/export`)).status).toBe(200)
  expect(await act(manager, url!, '/erasure')).toMatchObject({ success: true })
  expect(await act(secondManager, url!, '/erasure/confirm')).toMatchObject({ success: true })
  expect(await findInDatabase(/hortensia/)).toEqual({})
  expect((await find(guest)).url).toBeNull()
})

describe('R-PRIVACY-1 to 3: who has only applied for a trade account', () => {
  const applicant = {
    ...{
      company: 'Fennimore Drains',
      company_number: '',
      vat: '',
      firstname: 'Zebedee',
      surname: 'Fennimore',
    },
    ...{ email: 'zebedee@fennimore.example', telephone: '01632 960733', address1: '9 Fennimore Yard' },
    ...{ town: 'Skipton', postcode: 'BD23 1PT', country: 'GB', credit_limit: '500' },
    ...{ reference_1: 'Zachary Fennimore, 01632 960734', reference_2: 'Fennimore Bearings' },
  }
  const pattern = /zebedee|fennimore|9607[34]/i

  /** Applies; confirmed as with the link of the e-mail. */
  async function apply(change: Partial<typeof applicant>): Promise<{ id: number; subject: string }> {
    const { status } = await shop.createVisitor().post('/trade-account', { ...applicant, ...change })
    expect(status).toBe(200)
    const [row] = await shop.sql<{ id: number }>(
      `update trade_application set state = 'waiting', confirmed_at = created_at
       where id = (select max(id) from trade_application) returning id`,
    )
    return { id: row!.id, subject: `/admin/privacy/application-${row!.id}` }
  }

  async function decide(id: number, decision: string, fields: object): Promise<void> {
    const page = `/admin/trade-applications/${id}`
    const { text } = await manager.getPage(page)
    expect(text).toContain(`href="/admin/privacy/application-${id}"`)
    const seen = /name="seen" value="(\d+)"/.exec(text)![1]
    const { body } = await manager.post<Reply>(`${page}/${decision}`, { seen, ...fields })
    expect(body).toMatchObject({ success: true })
  }

  async function erase(subject: string): Promise<void> {
    expect(await act(manager, subject, '/erasure')).toMatchObject({ success: true })
    expect(await act(secondManager, subject, '/erasure/confirm')).toMatchObject({ success: true })
    expect((await manager.getPage(subject)).text).toContain('Erased on')
  }

  test('is found, exported, and erased once the application is refused: state and reason stay', async () => {
    const { id, subject } = await apply({})
    const { body } = await manager.post<{ url: string }>('/admin/privacy', { email: applicant.email })
    expect(body.url).toBe(subject)
    const files = await unzip((await manager.getFile(`${subject}/export`)).content)
    const [row] = JSON.parse(files.get('applications.json')!) as { form: object }[]
    expect(row!.form).toMatchObject({ surname: 'Fennimore', reference_1: applicant.reference_1 })
    expect(await act(manager, subject, '/erasure')).toMatchObject({
      success: false,
      message: 'Fennimore Drains has applied for a trade account: approve or refuse that first.',
    })
    await decide(id, 'refuse', { reason: 'Sorry, Zebedee Fennimore, not yet.' })
    await erase(subject)
    expect(await findInDatabase(pattern)).toEqual({})
    const rows = await shop.sql('select state, reason, decided_by from trade_application where id = $1', [id])
    expect(rows).toEqual([
      { state: 'refused', reason: 'Sorry, (erased), not yet.', decided_by: expect.any(Number) },
    ])
    const page = await manager.getPage(`/admin/trade-applications/${id}`)
    expect(page.text).toContain('Refused')
    expect(page.text).not.toContain('Personal data: export or erase')
    expect((await manager.getPage('/admin/trade-applications?show=refused')).text).toContain('Erased')
  })

  test('leaves the account that was opened, without contact and references', async () => {
    const { id, subject } = await apply({ company: 'Applied Plant', address1: '9 Yard' })
    await decide(id, 'approve', {
      ...{ name: 'Applied Plant', account_number: 'APP001', company_number: '', vat: '', eori: '' },
      ...{
        terms_kind: '',
        terms_days: '',
        accounts_emails: '',
        document_emails: 'at_once',
        credit_limit: '500',
      },
      notes: `Trade references:\n${applicant.reference_1}\n${applicant.reference_2}`,
    })
    expect(Object.keys(await findInDatabase(pattern))).toEqual(
      expect.arrayContaining(['address', 'company', 'invitation', 'mail_outbox', 'trade_application']),
    )
    await erase(subject)
    expect(await findInDatabase(pattern)).toEqual({})
    const [row] = await shop.sql(
      `select t.state, c.name, c.notes, a.surname, a.line_1 from trade_application t join company c on c.id = t.company_id
       join address a on a.company_id = c.id where t.id = $1`,
      [id],
    )
    expect(row).toEqual({
      ...{ state: 'approved', name: 'Applied Plant', surname: 'Department', line_1: '9 Yard' },
      notes: 'Trade references:\n(erased)\n(erased)',
    })
    expect((await manager.getPage('/admin/customers/APP001')).status).toBe(200)
  })
})

test('R-PRIVACY-2: the data of staff stay, and the page says why', async () => {
  const { body } = await manager.post<{ url: string }>('/admin/privacy', { email: 'second@example.com' })
  const { text } = await manager.getPage(body.url)
  const sentence = 'Staff stay in the history of what they did, so their data are not erased.'
  expect(text).toContain(sentence)
  expect(text).not.toContain('Ask another manager')
  expect((await manager.getPage(`${body.url}/export`)).status).toBe(404)
  expect(await act(manager, body.url, '/erasure')).toMatchObject({
    success: false,
    message: `${sentence} Disable the login at Staff instead.`,
  })
})

test('R-PRIVACY-4: an order that is placed meanwhile is there and refuses the erasure, or is refused as a whole', async () => {
  for (let round = 0; round < 6; round++) {
    const address = `racer-${round}@races.example`
    const id = await insertPerson(address, 'Rachel Racer', '', {
      like: 'trade@example.com',
      company: 'NPH001',
    })
    const visitor = await shop.signIn(address)
    await fillBasket(shop, visitor, { 'FH-OIL-1': 1 })
    expect(await act(manager, subjectOf(id), '/erasure')).toMatchObject({ success: true })
    const [erased] = await Promise.all([
      act(secondManager, subjectOf(id), '/erasure/confirm'),
      sendSave(visitor, createMemberSend('account')).then(async ({ body }) =>
        body.error === false ? completeOrder(visitor) : body,
      ),
    ])
    const orders = await shop.sql<{ state: string; email: string }>(
      `select state, contact->>'email' as email from orders where person_id = $1`,
      [id],
    )
    if (erased.success) expect(orders).toEqual([])
    else expect(orders.map(row => row.email)).toEqual([address])
    const [row] = await shop.sql<{ erased: boolean }>(
      'select erased_at is not null as erased from person where id = $1',
      [id],
    )
    expect(row!.erased).toBe(erased.success)
  }
})

test('an order of a person who has just been erased is refused with a sentence', async () => {
  const id = await insertPerson('late@races.example', 'Larry Late', '', {
    like: 'trade@example.com',
    company: 'NPH001',
  })
  const visitor = await shop.signIn('late@races.example')
  await fillBasket(shop, visitor, { 'FH-OIL-1': 1 })
  await shop.sql('update person set erased_at = now() where id = $1', [id])
  const { status, text } = await sendSave(visitor, createMemberSend('account'))
  expect([status, text]).toEqual([409, expect.stringContaining('This account has been closed')])
})

test('another person’s address that contains the erased one is left alone', async () => {
  const [row] = await shop.sql<object>(
    `select erase_words('Jo.Ann@x.test, big.jo.ann@x.test, jo.ann@x.test.uk, (jo.ann@x.test).', array['jo.ann@x.test']) as text`,
  )
  expect(row).toEqual({ text: '(erased), big.jo.ann@x.test, jo.ann@x.test.uk, ((erased)).' })
})

test('two presses at once ask and erase once', async () => {
  const id = await insertPerson('twice@races.example', 'Tamsin Twice', '', {
    like: 'trade@example.com',
    company: null,
  })
  const page = subjectOf(id)
  const replies = await runConcurrently(2, () => manager.post<Reply>(`${page}/erasure`, { seen: '0' }))
  expect(replies.map(({ body }) => body.success)).toEqual([true, true])
  const [request] = await shop.sql<{ id: number }>('select id from erasure_request where person_id = $1', [
    id,
  ])
  const seen = String(request!.id)
  await runConcurrently(2, () => secondManager.post<Reply>(`${page}/erasure/confirm`, { seen, confirm: '1' }))
  const entries = await shop.sql(`select from audit where action = 'erasure confirmed' and subject = $1`, [
    `person ${id}`,
  ])
  expect(entries).toHaveLength(1)
})
