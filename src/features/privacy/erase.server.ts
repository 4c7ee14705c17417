import { type RawBuilder, sql } from 'kysely'
import type { AppContext, Tx } from '../../infra/app-context.ts'
import { inTransaction } from '../../infra/database/db.ts'
import { execute, getRow, listValues, selectRows } from '../../infra/database/query.ts'
import { emptyAddress } from '../../lib/contact/address.ts'
import { emptyApplication } from '../trade-applications/application-form.ts'
import { listPersonalWords } from './privacy.ts'
import type { SubjectScope } from './queries.ts'

const { country: _, ...blankAddress } = emptyAddress
const blankContact = { name: 'Erased', email: '', telephone: '', vat: '' }
const toJson = (value: object): RawBuilder<unknown> => sql`${JSON.stringify(value)}::jsonb`

/** What is issued or paid stays with name and address; all other orders, quotes and requests do not. */
const isPaper = sql`(kind = 'order' and placed_at is not null)`

export interface Erasure {
  papers: number
  /** Files of returns, to be deleted after the commit. */
  pictures: string[]
}

/** Erases the data of a subject without open business; the caller has locked the subject. */
export async function eraseSubject(tx: Tx, scope: SubjectScope, now: Date): Promise<Erasure> {
  await allowChanges(tx)
  const words = await readWords(tx, scope)
  const pictures = await listValues(tx)<string>`
    delete from return_picture where return_id = any(${scope.returnIds}::bigint[]) returning file`
  const papers = await listValues(tx)<number>`
    insert into erased_order (order_id, erased_at)
    select id, ${now} from orders where id = any(${scope.orderIds}::bigint[]) and ${isPaper}
    on conflict do nothing returning order_id`
  const statements = [
    ...ofTexts(scope, words),
    ...ofOrders(scope),
    ...ofOutsideOrders(scope, words.ofNames),
    ...ofApplications(scope, words.all),
    ...(scope.personId === null ? [] : ofPerson(scope.personId, now)),
  ]
  for (const statement of statements) await statement.execute(tx)
  await eraseTexts(tx, words.all, { by: { column: 'order_id', ids: scope.orderIds } })
  await eraseTexts(tx, words.all, { by: { column: 'return_id', ids: scope.returnIds } })
  await eraseTexts(tx, words.all, { emails: scope.emails })
  await sql`select refresh_order_search(${scope.orderIds}::bigint[])`.execute(tx)
  return { papers: papers.length, pictures }
}

/** Of this transaction: history, messages and papers are append-only otherwise. */
const allowChanges = (tx: Tx): Promise<void> =>
  execute(tx)`select set_config('filterhouse.erasure', 'on', true)`

interface PersonalWords {
  all: string[]
  /** Without address and telephone number, which the people of a company share. */
  ofNames: string[]
  /** Those that papers have no use for. */
  ofPapers: string[]
}

async function readWords(
  tx: Tx,
  { personId, orderIds, emails, applicationIds }: Omit<SubjectScope, 'references' | 'returnIds' | 'subjects'>,
): Promise<PersonalWords> {
  const ids = sql`${orderIds}::bigint[]`
  const row = await getRow(tx)<Record<'names' | 'emails' | 'telephones' | 'places', string[]>>`
    with address as (
      select o.id, a.a from orders o cross join lateral (values (o.delivery), (o.billing)) a (a) where o.id = any(${ids})
      union all
      select null, jsonb_build_object('firstname', firstname, 'surname', surname, 'address1', line_1, 'postcode', postcode,
        'telephone', telephone) from address where person_id = ${personId}
      union all
      select null, form from trade_application where id = any(${applicationIds}::int[])
    ), contact as (
      select contact from orders where id = any(${ids})
      union all
      select jsonb_build_object('name', name, 'email', email, 'telephone', telephone) from person where id = ${personId}
      union all
      select form from trade_application where id = any(${applicationIds}::int[])
    )
    select array(select contact->>'name' from contact where contact ? 'name'
        union select concat_ws(' ', nullif(a->>'firstname', ''), nullif(a->>'surname', '')) from address) as names,
      array(select distinct contact->>'email' from contact where contact->>'email' <> '') as emails,
      array(select coalesce(contact->>'telephone', '') from contact
        union select coalesce(a->>'telephone', '') from address) as telephones,
      array(select a->>'address1' from address union select a->>'postcode' from address) as places`
  const named = { ...row, emails: [...row.emails, ...emails] }
  return {
    all: listPersonalWords(named),
    ofNames: listPersonalWords({ ...named, telephones: [], places: [] }),
    ofPapers: listPersonalWords({ ...named, names: [], places: [] }),
  }
}

const without = (column: string, words: readonly string[], type = 'text') =>
  sql`${sql.ref(column)} = erase_words(${sql.ref(column)}::text, ${words}::text[])::${sql.raw(type)}`

/** What is not found by the orders' and the returns' ids, and what is emptied as a whole. */
function ofTexts({ orderIds, returnIds, subjects }: SubjectScope, { all, ofPapers }: PersonalWords) {
  const ofOrder = sql`order_id = any(${orderIds}::bigint[])`
  return [
    sql`update order_message set text = '(erased)' where ${ofOrder}`,
    sql`update parcel set collected_by = 'Erased' where collected_by <> '' and ${ofOrder}`,
    sql`update return_request set details = '', reply = '', email = '' where id = any(${returnIds}::bigint[])`,
    sql`update sales_document set ${without('content', ofPapers, 'jsonb')}, ${without('reason', all)} where ${ofOrder}`,
    sql`update account_payment set ${without('note', all)} where id in (
      select a.payment_id from account_allocation a join sales_document d on d.id = a.invoice_id where ${ofOrder})`,
    sql`update orders set ${without('hold_reason', all)} where id = any(${orderIds}::bigint[])`,
    sql`update audit set ${without('detail', all)} where subject = any(${subjects}::text[])`,
  ]
}

/** The orders themselves: of papers the name and the address stay. */
function ofOrders({ orderIds, references }: SubjectScope) {
  const ids = sql`${orderIds}::bigint[]`
  const ofOrder = sql`order_id = any(${ids})`
  return [
    sql`delete from checkout_draft where session_hash in (select session_hash from orders where id = any(${ids}))`,
    sql`delete from order_resend where ${ofOrder}`,
    sql`delete from quote_draft where ${ofOrder}`,
    sql`delete from displayed_order_prices where ${ofOrder}`,
    sql`delete from mail_outbox where facts->>'reference' = any(${references}::text[])`,
    sql`update basket set ship_postcode = null where id in (select basket_id from orders where id = any(${ids}))`,
    sql`update orders set session_hash = null, guest_password_hash = null, client_network = null,
        delivery_instructions = '', approval_note = '', quote_note = '', link_version = link_version + 1,
        contact = contact || '{"email": "", "telephone": ""}', delivery = delivery || '{"telephone": ""}',
        billing = billing || '{"telephone": ""}'
      where id = any(${ids})`,
    blankOrders(sql`id = any(${ids}) and not ${isPaper}`),
  ]
}

const blankOrders = (condition: RawBuilder<unknown>) => sql`
  update orders set contact = ${toJson(blankContact)}, delivery = delivery || ${toJson(blankAddress)},
    billing = billing || ${toJson(blankAddress)} where ${condition}`

function ofOutsideOrders({ personId, emails }: SubjectScope, words: readonly string[]) {
  const mentions = (column: string, what: readonly string[]) =>
    sql`erase_words(${sql.ref(column)}::text, ${what}::text[]) <> ${sql.ref(column)}::text`
  const isTheirs = sql`= any(${emails}::text[])`
  return [
    sql`delete from mail_outbox where recipient ${isTheirs} or facts->>'personId' = ${personId}::text
      or ${mentions('facts', emails)} or ${mentions('dedupe_key', emails)}`,
    sql`delete from graphile_worker._private_jobs where payload->>'email' ${isTheirs} and locked_at is null`,
    sql`delete from newsletter_subscription where email ${isTheirs}`,
    sql`delete from invitation where email ${isTheirs} or invited_by = ${personId}`,
    sql`delete from email_change where email ${isTheirs}`,
    sql`delete from order_draft where form->>'customer' = ${personId}::text or ${mentions('form', words)}`,
    sql`delete from checkout_draft where ${mentions('draft', emails)}`,
    sql`delete from search_question where ${mentions('text', words)}`,
    sql`update company set accounts_emails = array(select email from unnest(accounts_emails) as email
      where email <> all(${emails}::text[])) where accounts_emails && ${emails}::text[]`,
  ]
}

/** What is decided stays, and so does the company that was opened, without its contact and what was said of others. */
function ofApplications({ applicationIds }: SubjectScope, words: readonly string[]) {
  const isTheirs = sql`t.id = any(${applicationIds}::int[])`
  return [
    sql`update company c set notes = erase_words(c.notes, ${words}::text[] || array(
        select text from unnest(array[t.form->>'reference_1', t.form->>'reference_2']) as text where text <> ''))
      from trade_application t where t.company_id = c.id and ${isTheirs}`,
    sql`update address a set firstname = 'Accounts', surname = 'Department', telephone = ''
      from trade_application t where t.company_id = a.company_id and ${isTheirs}
        and (a.firstname, a.surname) = (t.form->>'firstname', t.form->>'surname')`,
    sql`delete from trade_application t where ${isTheirs} and state = 'unconfirmed'`,
    sql`update trade_application t set request_key = 'erased ' || id, ${without('reason', words)},
      form = ${toJson({ ...emptyApplication, company: 'Erased' })} where ${isTheirs}`,
  ]
}

/** The row stays for what refers to it, as a login that cannot be used. */
function ofPerson(id: number, now: Date) {
  return [
    sql`delete from checkout_draft where session_hash in (select id_hash from session where person_id = ${id})`,
    ...[
      'session',
      'address',
      'person_token',
      'recovery_code',
      'login_step',
      'email_change',
      'saved_view',
      'displayed_order_prices',
      'product_list',
      'basket',
    ].map(table => sql`delete from ${sql.table(table)} where person_id = ${id}`),
    sql`update product_list set updated_by = null where updated_by = ${id}`,
    sql`update person set email = 'erased-' || id || '@erased.invalid', name = 'Erased person', telephone = null, vat = null,
        password_hash = '', totp_sealed = null, totp_confirmed_at = null, totp_last_step = null, verified_at = null,
        company_id = null, roles = '{}', permissions = '{}', default_company_address_id = null,
        default_delivery_service = null,
        disabled_at = coalesce(disabled_at, ${now}), erased_at = ${now}
      where id = ${id}`,
  ]
}

/** Has no texts about people, and most rows; papers keep names. */
const catalogue = [
  'product',
  'product_attribute',
  'cross_reference',
  'fitment',
  'variant',
  'model',
  'make',
  'maker',
]

/**
 * Takes words out of all texts of rows, in columns of later releases too: of the rows with these ids, or of those that have
 * the e-mail address anywhere; then each table is read once.
 */
async function eraseTexts(
  tx: Tx,
  words: readonly string[],
  {
    by,
    emails = words,
  }: { by?: { column: 'order_id' | 'return_id'; ids: readonly number[] }; emails?: readonly string[] },
): Promise<void> {
  const spared = by ? ['sales_document'] : catalogue
  const columns = await selectRows(tx)<{ table: string; column: string; type: string }>`
    select table_name as table, column_name as column, case udt_name when '_text' then 'text[]' else udt_name end as type
    from information_schema.columns c join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
      and udt_name in ('text', 'varchar', 'json', 'jsonb', '_text') and table_name <> all(${spared}::text[])
      and (${by === undefined} or exists (select from information_schema.columns i where i.table_schema = 'public'
        and i.table_name = c.table_name and i.column_name = ${by?.column ?? ''}))
    order by 1, 2`
  for (const [table, list] of Map.groupBy(columns, ({ table }) => table)) {
    const text = sql`concat_ws(e'\n', ${sql.join(list.map(({ column }) => sql`${sql.ref(column)}::text`))})`
    const changes = sql.join(list.map(({ column, type }) => without(column, words, type)))
    const isInScope = by ? sql`${sql.ref(by.column)} = any(${by.ids}::bigint[])` : sql`true`
    await sql`
      update ${sql.table(table)} set ${changes}
      where ${isInScope} and erase_words(${text}, ${emails}::text[]) <> ${text}`.execute(tx)
  }
}

/** Six years after the end of the accounting year in which an order was placed, whenever that year ends. */
const yearsOfPapers = 7
const batch = 100

/** Erases name and address of the papers of erased people when the law no longer asks for them. Returns of how many orders. */
export function erasePapers({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<number> {
  return inTransaction(db, async tx => {
    const orderIds = await listValues(tx)<number>`
      select e.order_id from erased_order e join orders o on o.id = e.order_id
      where e.papers_erased_at is null and o.placed_at < ${now()}::timestamptz - make_interval(years => ${yearsOfPapers})
      order by e.order_id limit ${batch} for update of e skip locked`
    if (orderIds.length === 0) return 0
    await allowChanges(tx)
    for (const id of orderIds) {
      const { all } = await readWords(tx, { personId: null, emails: [], orderIds: [id], applicationIds: [] })
      await sql`update sales_document set ${without('content', all, 'jsonb')} where order_id = ${id}`.execute(
        tx,
      )
    }
    const ofOrders = sql`order_id = any(${orderIds}::bigint[])`
    await sql`
      update sales_document set content = jsonb_set(content, '{addresses}', coalesce((
        select jsonb_agg(a || '{"lines": ["Erased"]}') from jsonb_array_elements(content->'addresses') a), '[]'))
      where ${ofOrders}`.execute(tx)
    await blankOrders(sql`id = any(${orderIds}::bigint[])`).execute(tx)
    await sql`update erased_order set papers_erased_at = ${now()} where ${ofOrders}`.execute(tx)
    return orderIds.length
  })
}
