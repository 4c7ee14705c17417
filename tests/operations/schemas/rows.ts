import type pg from 'pg'
import { demoPassword } from '../../../demo/people/people.ts'
import { hashPassword } from '../../../src/features/accounts/password-hash.server.ts'
import { insertInvoices } from './invoice-rows.ts'
import { address, earlierNames, type OldKind, orderStates, toReference } from './old-shop-values.ts'
import { insertQuoteOffer } from './quote-rows.ts'

// Rows of a small shop for any schema since the first: values of columns and tables that the schema does not have are
// left out, and renamed ones are inserted under their earlier name.

type Row = Record<string, unknown>

export interface OldShop {
  references: string[]
}

/** Fills the database; the clock of the rows is the database's own. */
export async function insertOldRows(pool: pg.Pool): Promise<OldShop> {
  const { rows } = await pool.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns where table_schema = 'public'`,
  )
  const schema = new Map<string, Set<string>>()
  for (const { table, column } of rows) {
    schema.set(table, (schema.get(table) ?? new Set()).add(column))
  }
  return await new OldShopWriter(pool, schema).insertAll()
}

/** How releases named a delivery, each of which 122-delivery-facts.sql makes facts of. */
const oldDeliveries = [
  ['ND', null, 'Next working day'],
  ['ND', '2026-11-24', 'Tuesday 24 November – Next working day, before 17:30'],
  ['ND', '2026-11-24', 'Tuesday 24 November – Next working day after despatch, before 17:30'],
  ['ND12', '2026-11-24', 'Tuesday 24 November, before 12:00 – Courier'],
  ['NAM', '2026-12-02', 'Wednesday 2 December – Named day'],
  ['NAM', '2026-12-02', 'Wednesday 2 December – Choose a day'],
  ['HI2', '2026-11-27', 'By Friday 27 November – Two to four working days'],
  ['COL', '2026-11-23', 'Collection – Leeds counter, Monday 23 November from 15:00'],
  ['COL', '2026-11-23', 'Collection – Leeds counter, today from 15:00'],
  ['COL', null, 'Collection – Leeds counter, about 2–3 weeks'],
  ['ND', null, 'About 2–3 weeks – Sent together once everything is in. Then: next working day, before 17:30'],
  ['ND', null, 'About 2–3 weeks – Sent when all of it is here. Next working day, before 17:30'],
  ['ND', null, 'about 5–10 days'],
  ['ND12', null, 'Courier, before 12:00'],
].map(([delivery_code, delivery_date, delivery_title]) => ({ delivery_code, delivery_date, delivery_title }))

export class OldShopWriter {
  readonly pool: pg.Pool
  readonly schema: Map<string, Set<string>>
  readonly references: string[] = []
  personIds: number[] = []
  companyId = 0
  productId = 0

  constructor(pool: pg.Pool, schema: Map<string, Set<string>>) {
    this.pool = pool
    this.schema = schema
  }

  has(table: string, column?: string): boolean {
    const columns = this.schema.get(table)
    return columns !== undefined && (column === undefined || columns.has(column))
  }

  /** Returns the new row's id; 0 where the table has none, or the schema has no such table. */
  async insert(table: string, row: Row): Promise<number> {
    if (!this.has(table)) return 0
    const values = new Map<string, unknown>()
    for (const [name, value] of Object.entries(row)) {
      const column = [name, earlierNames[name] ?? name].find(each => this.has(table, each))
      if (column) values.set(column, value)
    }
    const columns = [...values.keys()].map(name => `"${name}"`).join()
    const { rows } = await this.pool.query<{ id?: number }>(
      `insert into ${table} (${columns}) select ${columns} from jsonb_populate_record(null::${table}, $1) returning *`,
      [JSON.stringify(Object.fromEntries(values))],
    )
    return rows[0]?.id ?? 0
  }

  async insertAll(): Promise<OldShop> {
    await this.insertPeople()
    await this.insertCatalogue()
    await this.insertBaskets()
    for (const kind of Object.keys(orderStates) as OldKind[]) await this.insertOrders(kind)
    await insertInvoices(this)
    await this.insertAccountRows()
    await this.insertStaffOrders()
    return { references: this.references }
  }

  async insertPeople(): Promise<void> {
    this.companyId = await this.insert('company', {
      ...{ account_number: 'NPH001', name: 'Northfield Plant Hire', company_number: '01234567' },
      ...{
        terms_days: 30,
        terms_kind: 'days',
        accounts_emails: ['accounts@example.com'],
        notes: 'Rings first',
      },
    })
    const password_hash = await hashPassword(demoPassword)
    for (const name of ['trade', 'head']) {
      const id = await this.insert('person', {
        company_id: this.companyId,
        email: `${name}@example.com`,
        name,
        password_hash,
        roles: name === 'head' ? ['buyer', 'head_buyer'] : ['buyer'],
        permissions: ['full_customer', 'account_orders'],
        verified_at: '2026-11-20T10:00:00Z',
        ...(name === 'trade' && { approval_above: 50_000 }),
      })
      this.personIds.push(id)
    }
    await this.insert('session', { id_hash: '\\x01', person_id: this.personIds[0], expires_at: '2026-12-20' })
    const { address1, address2, town, county, ...names } = address
    const lines = { line_1: address1, line_2: address2, line_3: town, line_4: county }
    await this.insert('address', { ...names, ...lines, person_id: this.personIds[0] })
    await this.insert('address', {
      ...names,
      ...lines,
      company_id: this.companyId,
      billing: true,
      imported: true,
    })
  }

  async insertCatalogue(): Promise<void> {
    const brand_id = await this.insert('brand', { name: 'Filterhouse', slug: 'filterhouse' })
    const type_id = await this.insert('product_type', { name: 'Oil filter', slug: 'oil-filters' })
    const product = { code: 'FH-OIL-1', path: 'filterhouse/fh-oil-1', title: 'Oil filter', brand_id, type_id }
    this.productId = await this.insert('product', { ...product, price: 1250, details: '93 × 142 mm' })
    // The open orders below hold ten, and the one that was paid in cash two.
    await this.insert('stock', {
      product_id: this.productId,
      on_hand: this.has('order_payment') ? 112 : 110,
      available: 100,
    })
    const maker_id = await this.insert('maker', { name: 'Märker' })
    await this.insert('cross_reference', { product_id: this.productId, maker_id, code: 'MÄ 100' })
    const make_id = await this.insert('make', { name: 'Bobcat', slug: 'bobcat' })
    const model_type_id = await this.insert('model_type', { name: 'Loader' })
    const model_id = await this.insert('model', { make_id, model_type_id, name: 'E19', slug: 'e19' })
    const variant_id = await this.insert('variant', { model_id, name: 'E19 (2012)' })
    await this.insert('fitment', { variant_id, product_id: this.productId })
    await this.insert('serial_range', { variant_id, kind: 'serial', prefix: 'A', from_number: 100 })
    await this.insert('customer_price', {
      company_id: this.companyId,
      product_id: this.productId,
      price: 1200,
    })
    const price_list_id = await this.insert('price_list', { name: 'Trade' })
    const rule = { scope: 'all', kind: 'percent_off', value: 1500, min_quantity: 1, valid_from: '2026-11-01' }
    await this.insert('price_rule', { price_list_id, ...rule, created_at: new Date() })
    const change_id = await this.insert('price_change', {
      title: 'Filterhouse + 4 %',
      starts: '2027-01-01',
      created_at: new Date(),
      request_key: 'change-1',
    })
    await this.insert('product_price', {
      change_id,
      product_id: this.productId,
      price_before: 1250,
      price: 1300,
    })
    await this.insert('account_payment', {
      company_id: this.companyId,
      received_on: '2026-11-20',
      amount: 5000,
      method: 'cheque',
      reference: 'CHQ 100',
      request_key: 'payment-1',
      entered_at: new Date(),
    })
    const list_id = await this.insert('product_list', {
      company_id: this.companyId,
      name: 'Service',
      make_id,
    })
    await this.insert('product_list_line', { list_id, position: 1, product_id: this.productId, quantity: 2 })
  }

  async insertBaskets(): Promise<void> {
    const voucher_id = await this.insert('voucher', { code: 'SAVE10', kind: 'percentage', amount: 1000 })
    for (const owner of [{ person_id: this.personIds[0] }, { token_hash: '\\x0203' }]) {
      const displayed_prices = { [`product:${this.productId}`]: 1250, vat: 2000 }
      const basket_id = await this.insert('basket', { ...owner, displayed_prices })
      await this.insert('basket_line', { basket_id, product_id: this.productId, quantity: 3 })
      await this.insert('basket_voucher', { basket_id, voucher_id })
    }
    const draft = { paymentMethod: this.paymentMethod('card'), purchaseOrder: 'PO 1', instructions: 'Gate 2' }
    await this.insert('checkout_draft', { session_hash: '\\x01', draft })
  }

  paymentMethod(method: 'card' | 'account'): string {
    return method === 'card' && !this.has('payment_attempt', 'provider') ? 'sagepay' : method
  }

  async insertOrders(kind: OldKind): Promise<void> {
    for (const state of orderStates[kind]) {
      // Until 021 there were no offers, and an order did not name the quote or request that it was made from.
      const hasSuccessor = state === 'quote_accepted' || state === 'approved'
      const isLater = hasSuccessor || state === 'quote_approved' || state === 'quote_expired'
      if (isLater && !this.has('quote_offer')) continue
      const id = await this.insertOrder(kind, state)
      if (!hasSuccessor) continue
      await this.insertOrder('order', 'placed', { source_id: id, person_id: this.personIds[1] })
    }
  }

  async insertOrder(kind: OldKind, state: string, changes: Row = {}): Promise<number> {
    const method = state === 'awaiting_payment' || state === 'payment_reversed' ? 'card' : 'account'
    const isPlaced = kind === 'order' && ['placed', 'cancelled', 'payment_reversed'].includes(state)
    const reference = toReference(this.references.length)
    this.references.push(reference)
    const methodOfKind = { order: this.paymentMethod(method), quote: 'quote', approval_request: 'approval' }[
      kind
    ]
    const hasKinds = this.has('orders', 'kind')
    const isOpen = state === 'saved' || state === 'awaiting_payment'
    const createdAt = new Date()
    const id = await this.insert('orders', {
      reference,
      kind,
      state,
      method: hasKinds && kind !== 'order' ? null : methodOfKind,
      basket_version: 0,
      person_id: this.personIds[0],
      company_id: this.companyId,
      contact: { name: 'Tom Rade', email: 'trade@example.com', telephone: '', vat: '' },
      request_hash: reference,
      delivery: address,
      billing: address,
      ...oldDeliveries[this.references.length % oldDeliveries.length],
      subtotal: 2500,
      discount: 0,
      delivery_cost: 800,
      vat: 660,
      total: 3960,
      vat_rate_bp: 2000,
      holds_stock: isOpen || state === 'placed',
      hold_until: isOpen ? new Date(createdAt.getTime() + 1_800_000) : null,
      created_at: createdAt,
      delivery_instructions: '',
      purchase_order: 'PO 4711',
      on_stop: false,
      ...(isPlaced && { placed_at: createdAt, terms_accepted_at: createdAt, terms_version: '1' }),
      ...changes,
    })
    const line = {
      order_id: id,
      position: 1,
      product_id: this.productId,
      code: 'FH-OIL-1',
      title: 'Oil filter',
    }
    await this.insert('order_line', { ...line, unit_price: 1250, quantity: 2, line_total: 2500 })
    if (kind !== 'order') {
      const prices = { [`product:${this.productId}`]: 1250, vat: 2000 }
      await this.insert('displayed_order_prices', { order_id: id, person_id: this.personIds[0], prices })
    }
    await this.insert('order_resend', { session_hash: '\\x02', order_id: id })
    await this.insertHistory(id, state, isPlaced)
    await this.insertEmails(reference, kind, state, isPlaced)
    if (state === 'placed') await this.insertNotes(id)
    if (state === 'placed') await this.insertReturn(id)
    if (kind === 'quote' && state !== 'quote_requested') await insertQuoteOffer(this, id)
    if (method === 'card') await this.insertPayment(id, reference, state)
    return id
  }

  async insertHistory(order_id: number, state: string, isPlaced: boolean): Promise<void> {
    const before: Record<string, string> = {
      quote_approved: 'quote_requested',
      quote_expired: 'quote_approved',
      quote_accepted: 'quote_approved',
      approved: 'awaiting_approval',
      rejected: 'awaiting_approval',
    }
    const steps = state === 'saved' ? [state] : [state, 'saved']
    for (let step = state; before[step]; step = before[step]!) steps.splice(-1, 0, before[step]!)
    if (isPlaced && state !== 'placed') steps.splice(1, 0, 'placed')
    let from_state: string | null = null
    const actors = [`person ${this.personIds[0]}`, 'guest', 'card provider', 'clock', 'person 999999999']
    for (const [index, to_state] of steps.reverse().entries()) {
      const actor = actors[(order_id + index) % actors.length]
      await this.insert('order_history', { order_id, actor, from_state, to_state, why: 'upgrade' })
      from_state = to_state
    }
    if (state === 'placed' && this.has('order_history', 'event'))
      for (const why of [
        'PO number: (none) → PO 2; Total inc VAT: £1.00 → £2.00',
        'What had not left was credited',
      ])
        await this.insert('order_history', {
          order_id,
          actor: 'clock',
          from_state,
          to_state: state,
          event: 'corrected',
          why,
        })
  }

  async insertEmails(reference: string, kind: OldKind, state: string, isPlaced: boolean): Promise<void> {
    const isRequested = kind === 'quote'
    const keys = [
      (isPlaced || isRequested) && `order-received:${reference}`,
      isPlaced && state === 'cancelled' && `order-cancelled:${reference}`,
      isRequested && state !== 'quote_requested' && `quote-ready:${reference}:1`,
      state === 'approved' && `approval-given:${reference}`,
      state === 'rejected' && `approval-refused:${reference}`,
    ]
    for (const dedupe_key of keys.filter(key => key !== false)) {
      const facts = this.has('orders', 'delivery_cost') ? { deliveryCost: 800 } : { carriage: 800 }
      await this.insert('mail_outbox', {
        dedupe_key,
        kind: dedupe_key.split(':')[0],
        recipient: 'trade@example.com',
        facts: { reference, ...facts },
        sent_at: new Date(),
      })
    }
  }

  async insertNotes(order_id: number): Promise<void> {
    const [staff_id] = this.personIds
    const written = {
      order_id,
      at: '2026-11-20',
      text: 'Ring before you come',
      request_key: `text-${order_id}`,
    }
    const note_id = await this.insert('order_note', { ...written, staff_id })
    await this.insert('order_note_mention', { note_id, person_id: staff_id })
    const correction = { order_id, at: '2026-11-20', staff_id, request_key: `correction-${order_id}` }
    await this.insert('order_correction', {
      ...correction,
      changes: [],
      total_before: 3960,
      total_after: 3960,
    })
    await this.insert('order_message', { ...written, author_id: staff_id, from_staff: false })
    await this.insert('deferred_credit_note', {
      ...{ order_id, at: '2026-11-20', staff_id, request_key: `${order_id}:deferred`, reason: 'Came bent' },
      ...{ lines: [], net: 100, vat: 20 },
    })
  }

  async insertPayment(order_id: number, reference: string, state: string): Promise<void> {
    const attempt_id = await this.insert('payment_attempt', {
      order_id,
      transaction_reference: `${reference}-1`,
      amount: 3960,
      state: state === 'payment_reversed' ? 'reversed' : 'registered',
      provider_transaction_id: '{1}',
      provider_secret: 'SECRET-OF-THE-PROVIDER',
      payment_page_url: 'https://pay.example/1',
      return_token: `token-${reference}`,
      last_four: '0006',
      created_at: new Date(),
    })
    if (state !== 'payment_reversed') return
    const refund = { attempt_id, kind: 'refund', amount: 100, transaction_reference: `${reference}-1R` }
    await this.insert('payment_refund', { ...refund, state: 'done' })
  }

  async insertMovements(): Promise<void> {
    const [staff_id] = this.personIds
    const delivery = { request_key: 'goods-in-1', supplier: 'Donaldson', delivery_note: 'DN 1' }
    const goods_in_id = await this.insert('goods_in', { ...delivery, at: '2026-11-20', staff_id })
    await this.insert('stock_movement', {
      product_id: this.productId,
      at: '2026-11-20',
      change: 3,
      on_hand: 3,
      reason: 'delivery',
      note: '',
      staff_id,
      goods_in_id,
    })
  }

  /** Refused, because nothing of the order was despatched. */
  async insertReturn(order_id: number): Promise<void> {
    const [person_id] = this.personIds
    const request = { order_id, state: 'refused', reason: 'faulty', person_id, email: 'trade@example.com' }
    const return_id = await this.insert('return_request', {
      ...request,
      request_key: `return-${order_id}`,
      requested_at: '2026-11-20',
    })
    await this.insert('return_line', { return_id, order_id, position: 1, requested: 1 })
    const list = {
      request_key: `pick-list-${order_id}`,
      created_at: '2026-11-20',
      staff_id: this.personIds[0],
    }
    const pick_list_id = await this.insert('pick_list', { ...list, finished_at: '2026-11-20' })
    await this.insert('pick_list_order', { pick_list_id, order_id, box: 1, is_open: false })
    const picked = { product_id: this.productId, quantity: 2, picked: 2 }
    await this.insert('pick_list_line', { pick_list_id, order_id, position: 1, ...picked })
    await this.insert('return_picture', { return_id, nth: 1, file: `${return_id}.jpg` })
    const step = { return_id, at: '2026-11-20', actor: 'person 1', to_state: 'refused' }
    await this.insert('return_history', step)
  }

  async insertAccountRows(): Promise<void> {
    const [person_id] = this.personIds
    await this.insert('person_token', {
      token_hash: '\\x05',
      person_id,
      purpose: 'reset',
      expires_at: '2026-12-01',
    })
    await this.insert('email_change', {
      person_id,
      email: 'new@example.com',
      current_link_hash: '\\x06',
      new_link_hash: '\\x07',
      session_hash: '\\x01',
      expires_at: '2026-12-01',
    })
    await this.insert('invitation', {
      company_id: this.companyId,
      email: 'colleague@example.com',
      role: 'buyer',
      needs_approval: true,
      permissions: ['full_customer'],
      invited_by: person_id,
      link_hash: '\\x08',
      expires_at: '2026-12-01',
    })
    await this.insert('audit', { actor: 'person 1', action: 'approval required', subject: 'person 2' })
    await this.insert('saved_view', { person_id, section: 'orders', name: 'Held', query: 'state=held' })
    const times = [
      ['asked_at', '2026-11-20'],
      ['expires_at', '2026-11-23'],
    ]
    await this.insert('newsletter_subscription', { email: 'trade@example.com', ...Object.fromEntries(times) })
    await this.insert('trade_application', {
      request_key: 'k1',
      form: { company: 'Moor' },
      created_at: '2026-11-20',
    })
    const setting = { name: 'SHOP_PHONE', value: '0113 496 0777', request_key: 's1' }
    const set = { set_by: person_id, set_at: '2026-11-20', effective_from: '2026-11-20' }
    await this.insert('setting', { ...setting, ...set })
    const { productId: product_id } = this
    await this.insert('product_change', { product_id, before: {}, after_version: 'v1', at: '2026-11-20' })
    await this.insert('product_path_redirect', { path: 'former/path', product_id })
    const run_id = await this.insert('import_run', {
      staff_id: person_id,
      request_key: 'k2',
      uploaded_at: '2026-11-20',
      files: [{ name: 'codes.csv', bytes: 80 }],
      replaces: false,
      state: 'done',
    })
    await this.insert('import_change', { run_id, file: 'codes.csv', key: '["A"]', after: { code: 'A' } })
    await this.insertMovements()
    await this.insert('search_question', { day: '2026-11-20', kind: 'nothing', text: 'gizmo', count: 3 })
    await this.insert('attempt_count', { key: 'login:ip:10.0.0.1', window_start: '2026-11-20', count: 3 })
  }
  /** What staff took and did not finish, and an order that was paid in cash. */
  async insertStaffOrders(): Promise<void> {
    const [person_id, staff_id] = this.personIds
    const saved_at = '2026-11-20T10:00:00Z'
    await this.insert('order_draft', {
      key: 'draft-1',
      staff_id,
      form: { customer: `${person_id}` },
      saved_at,
    })
    if (this.has('order_payment')) {
      const prepared = { method: 'counter', source: 'counter', prepared_by: staff_id }
      const order_id = await this.insertOrder('order', 'placed', prepared)
      const attempt_id = await this.insert('payment_attempt', {
        ...{ order_id, transaction_reference: 'CASH-1', return_token: 'cash-1', amount: 3960 },
        ...{ state: 'paid', provider: 'cash', created_at: saved_at, completed_at: saved_at },
      })
      const received = { till: '1', received_on: '2026-11-20', request_key: 'cash-1' }
      await this.insert('order_payment', { attempt_id, staff_id, reference: '', ...received })
    }
    const request = { requested_by: staff_id, requested_at: saved_at }
    await this.insert('erasure_request', {
      subject: `person-${person_id}`,
      person_id,
      email: 'trade@example.com',
      ...request,
    })
  }
}
