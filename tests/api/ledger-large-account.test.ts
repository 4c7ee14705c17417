import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPdfText } from '../support/pdf-text.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { accountOf, enterPayment, getPaymentId, getSeen, insertDocument, newPayment } from './ledger-calls.ts'
import { placeAccountOrder } from './shoppers.ts'

const account = 'NPH001'
let shop: TestShop
let staff: TestVisitor
let reference: string
beforeAll(async () => {
  shop = await startTestShop({
    brokenInvariants: {
      names: /^R-INVOICE-4: what has left/,
      reason: 'documents are inserted by SQL for orders that did not leave',
    },
  })
  staff = await shop.signIn('staff@example.com')
  reference = (await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 2 })).reference
})
afterAll(() => shop.close())

const listInvoices = (text: string) => {
  const [, rows = ''] = text.split('<tbody')
  return [...rows.split('</tbody')[0]!.matchAll(/\/documents\/INV-(\d+)\.pdf/g)].map(([, number]) =>
    Number(number),
  )
}

describe('an account with hundreds of open invoices', () => {
  let invoices: { id: number; number: number }[]
  beforeAll(async () => {
    invoices = []
    for (let nth = 0; nth < 210; nth++)
      invoices.push(
        await insertDocument(shop, {
          reference,
          net: 1_000 + nth,
          dueOn: '2026-10-30',
          issuedAt: '2026-10-02T09:00:00Z',
        }),
      )
  })
  test('R-LEDGER-1: lists them in pages, and a payment pays any of them', async () => {
    const [last] = invoices.slice(-1)
    const pages = await Promise.all(
      [1, 2, 3, 4, 5].map(async page => (await staff.getPage(`${accountOf(account)}?invoices=${page}`)).text),
    )
    expect(pages.flatMap(listInvoices)).toEqual(invoices.map(({ number }) => number))
    expect(pages[0]).toContain('210 open invoices')
    expect(pages[4]).toContain(`id="amount-${last!.id}"`)
    expect(listInvoices((await staff.getPage(`${accountOf(account)}?invoices=99`)).text)).toContain(
      last!.number,
    )
    await enterPayment(staff, account, {
      amount: '5',
      mode: 'typed',
      reference: 'LAST',
      allocations: [{ id: last!.id, amount: '5' }],
    })
    const payment = `${accountOf(account)}/payments/${await getPaymentId(shop, 'LAST')}`
    for (const page of [1, 3]) {
      const { text } = await staff.getPage(`${payment}?page=${page}`)
      expect(text).toContain(`id="amount-${last!.id}"`)
      expect(text).toContain(`id="amount-${invoices[(page - 1) * 50]!.id}"`)
    }
    const { status, text } = await staff.postForm(`${accountOf(account)}/payments`, {
      ...newPayment({ amount: '', mode: 'typed' }),
      seen: await getSeen(staff, account),
      'allocations[0][id]': String(last!.id),
      'allocations[0][amount]': '7.77',
    })
    expect(status).toBe(422)
    expect(text).toMatch(new RegExp(`id="amount-${last!.id}"[^>]*value="7\\.77"`))
  })

  test('R-LEDGER-6, R-LEDGER-7: the statement has all of them, and so has the customer’s page, in pages', async () => {
    const { content } = await staff.getFile(`${accountOf(account)}/statements/2026-10.pdf`)
    const words = readPdfText(content).join('\n')
    const [month, toPay] = words.split('To pay on 31 October 2026') as [string, string]
    for (const { number } of invoices) {
      expect(month).toContain(`INV-${String(number).padStart(6, '0')}`)
      expect(toPay).toContain(`INV-${String(number).padStart(6, '0')}`)
    }
    const head = await shop.signIn('head@example.com')
    const first = await head.getPage('/account/statements')
    expect(first.text).toContain('210 open invoices')
    const last = await head.getPage('/account/statements?page=5')
    expect(listInvoices(last.text)).toEqual(invoices.slice(200).map(({ number }) => number))
  })

  test('R-LEDGER-3: a payment of hundreds of them is changed by a form of some, and pays the others as before', async () => {
    await enterPayment(staff, account, { amount: '5000', reference: 'ALL' })
    const id = await getPaymentId(shop, 'ALL')
    const listPaid = () =>
      shop.sql<{ id: number; amount: number }>(
        `select invoice_id::int as id, amount from account_allocation where payment_id = $1 and released_at is null
         order by invoice_id`,
        [id],
      )
    const paid = await listPaid()
    expect(paid).toHaveLength(invoices.length)
    const payment = `${accountOf(account)}/payments/${id}`
    const page = async (nth: number) => (await staff.getPage(`${payment}?page=${nth}`)).text
    const first = await page(1)
    const toFields = (text: string) => ({
      seen: /name="seen" value="([^"]*)"/.exec(text)![1]!,
      ...Object.fromEntries(
        [...text.matchAll(/<input[^>]*name="(allocations\[\d+\]\[\w+\]|partial)"[^>]*>/g)].map(
          ([tag, name]) => [name!, / value="([^"]*)"/.exec(tag)?.[1] ?? ''],
        ),
      ),
    })
    expect(first).toContain('It pays 210 invoices.')
    expect(Object.keys(toFields(first)).filter(name => name.endsWith('[amount]'))).toHaveLength(200)
    // The last ones are on the page of their own.
    const [last] = invoices.slice(-1)
    expect(first).not.toContain(`id="amount-${last!.id}"`)
    const text = await page(5)
    const fields = toFields(text)
    const [, nth] = new RegExp(`name="allocations\\[(\\d+)\\]\\[id\\]" value="${last!.id}"`).exec(text)!
    const { status } = await staff.postForm(`${payment}/allocation`, {
      ...fields,
      [`allocations[${nth}][amount]`]: '1.23',
    })
    expect(status).toBe(303)
    const changed = paid.map(one => (one.id === last!.id ? { ...one, amount: 123 } : one))
    expect(await listPaid()).toEqual(changed)
    // One that the form left empty is open again; the others, which it has no fields for, are not.
    const again = toFields(await page(1))
    expect(
      (await staff.postForm(`${payment}/allocation`, { ...again, 'allocations[0][amount]': '' })).status,
    ).toBe(303)
    const open = invoices[0]!.id
    expect(await listPaid()).toEqual(changed.filter(one => one.id !== open))
    const [entry] = await shop.sql<{ detail: string }>(
      `select detail from audit where action = 'payment entered' and detail like '%ALL%'`,
    )
    expect(entry!.detail).toMatch(/, 160 more invoices £[\d,]+\.\d\d$/)
  })
})
