import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { type RawBuilder, sql } from 'kysely'
import yazl from 'yazl'
import type { AppContext, Db } from '../../infra/app-context.ts'
import { listValues } from '../../infra/database/query.ts'
import { formatDateOf } from '../../lib/dates.ts'
import { getPicturePath } from '../returns/service.ts'
import type { DataSubject, SubjectScope } from './queries.ts'

type ExportedTable = [file: string, about: string, table: string, condition: RawBuilder<unknown>]

const secrets =
  /_(?:hash|sealed|secret|token)$|^(?:request_key|totp_last_step|notification_reply|payment_page_url|client_network)$/
    .source

function listTables({
  personId,
  emails,
  orderIds,
  returnIds,
  applicationIds,
  subjects,
}: SubjectScope): ExportedTable[] {
  const ofPerson = sql`person_id = ${personId}`
  const ofOrders = sql`order_id = any(${orderIds}::bigint[])`
  const ofReturns = sql`return_id = any(${returnIds}::bigint[])`
  const isOrder = sql`id = any(${orderIds}::bigint[])`
  const ofEmail = (column: string) => sql`${sql.ref(column)} = any(${emails}::text[])`
  const ofParent = (column: string, parent: string, condition: RawBuilder<unknown>) =>
    sql`${sql.ref(column)} in (select id from ${sql.table(parent)} where ${condition})`
  const ofSessions = sql`session_hash in (select id_hash from session where ${ofPerson})`
  return [
    ['person', 'The account', 'person', sql`id = ${personId}`],
    ['addresses', 'Saved addresses', 'address', ofPerson],
    ['orders', 'Orders', 'orders', sql`${isOrder} and kind = 'order'`],
    ['quotes', 'Quotes', 'orders', sql`${isOrder} and kind = 'quote'`],
    [
      'approvals',
      'Orders that were sent for approval',
      'orders',
      sql`${isOrder} and kind = 'approval_request'`,
    ],
    ['order-lines', 'The parts of orders, quotes and approvals', 'order_line', ofOrders],
    ['order-history', 'What happened to them', 'order_history', ofOrders],
    ['parcels', 'What was sent', 'parcel', ofOrders],
    ['invoices', 'Invoices and credit notes, as issued', 'sales_document', ofOrders],
    ['payments', 'Payments; we have no card numbers', 'payment_attempt', ofOrders],
    [
      'returns',
      'Returns; their pictures are in the folder “pictures”',
      'return_request',
      sql`id = any(${returnIds}::bigint[])`,
    ],
    ['return-lines', 'The parts that were returned', 'return_line', ofReturns],
    ['return-history', 'What happened to returns', 'return_history', ofReturns],
    ['messages', 'Messages about orders', 'order_message', ofOrders],
    ['notes', 'Notes of our staff about orders', 'order_note', ofOrders],
    ['emails', 'Emails from us, with what they were written from', 'mail_outbox', ofEmail('recipient')],
    ['sign-ins', 'Browsers that are signed in', 'session', ofPerson],
    ['basket', 'What is in the basket', 'basket_line', ofParent('basket_id', 'basket', ofPerson)],
    ['checkout', 'What was typed at the checkout and not ordered', 'checkout_draft', ofSessions],
    ['lists', 'Lists of parts', 'product_list', ofPerson],
    [
      'list-lines',
      'What is in the lists',
      'product_list_line',
      ofParent('list_id', 'product_list', ofPerson),
    ],
    ['newsletter', 'The newsletter', 'newsletter_subscription', ofEmail('email')],
    [
      'consents',
      'What was agreed to for it',
      'newsletter_consent',
      ofParent('subscription_id', 'newsletter_subscription', ofEmail('email')),
    ],
    [
      'applications',
      'Applications for a trade account',
      'trade_application',
      sql`id = any(${applicationIds}::int[])`,
    ],
    ['invitations', 'Invitations to order for a company', 'invitation', ofEmail('email')],
    [
      'changes',
      'What was changed about the account and the orders',
      'audit',
      sql`subject = any(${subjects}::text[])`,
    ],
  ]
}

const rowsOfPart = 500

/** A JSON array without secrets; neither its rows nor its text are in memory at once. */
async function* listParts(db: Db, [, , table, condition]: ExportedTable): AsyncGenerator<string> {
  for (let offset = 0; ; offset += rowsOfPart) {
    const part = await listValues(db)<object>`
      select (select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(t)) where key !~ ${secrets}) as row
      from ${sql.table(table)} t where ${condition} order by to_jsonb(t) limit ${rowsOfPart} offset ${offset}`
    yield `${offset === 0 ? '[\n' : ''}${part.map(row => JSON.stringify(row, null, 2)).join(',\n')}`
    if (part.length < rowsOfPart) break
    yield ',\n'
  }
  yield '\n]\n'
}

/** Everything about a person as a ZIP file, which is sent while it is made. */
export async function exportSubject(
  { db, config, now }: AppContext,
  { name, email }: DataSubject,
  scope: SubjectScope,
): Promise<Readable> {
  const zip = new yazl.ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error: Error) => output.destroy(error))
  const tables = listTables(scope)
  const readme = [
    `What ${config.shopName} stores about ${name || email} (${email}), ${formatDateOf(now())}.`,
    'Each file is JSON: any editor of text opens it. Amounts are in pence, times in UTC. An empty list means that there is nothing.',
    ...tables.map(([file, about]) => `${file}.json: ${about}.`),
    'Passwords are stored in a form that nobody can read, and are left out.',
  ]
  zip.addBuffer(Buffer.from(readme.join('\n\n').concat('\n')), 'README.txt')
  for (const table of tables)
    zip.addReadStreamLazy(`${table[0]}.json`, {}, done => done(null, Readable.from(listParts(db, table))))
  const pictures = await listValues(db)<string>`
    select file from return_picture where return_id = any(${scope.returnIds}::bigint[]) order by return_id, nth`
  for (const picture of pictures) {
    const path = getPicturePath({ config }, picture)
    const isThere = await access(path).then(
      () => true,
      () => false,
    )
    if (isThere)
      zip.addReadStreamLazy(`pictures/${picture}`, { compress: false }, done =>
        done(null, createReadStream(path)),
      )
  }
  zip.end()
  return output
}
