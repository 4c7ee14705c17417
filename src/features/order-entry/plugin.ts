import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { inTransaction } from '../../infra/database/db.ts'
import { toPageResult } from '../../infra/pages/render.ts'
import { Problem } from '../../lib/calls/problem.ts'
import { line } from '../../lib/calls/validate.ts'
import { emptyAddress } from '../../lib/contact/address.ts'
import { emailMaxLength } from '../../lib/contact/email.ts'
import { formatShortDateTime, toLondonTime } from '../../lib/dates.ts'
import { hasGodmode, type Person } from '../accounts/visitor.ts'
import { type AdminDeps, addAdminPage, type Rejection } from '../back-office/service.ts'
import { createStaffAction, done, invalid } from '../back-office/staff-action.server.ts'
import { addNote } from '../correspondence/service.ts'
import { orderReceivedEmail } from '../orders/emails/OrderReceivedEmail.tsx'
import { findOrderById, findOrderByReference, getOrderVersion, type Order } from '../orders/service.ts'
import { despatchParcel } from '../warehouse/service.ts'
import { type Assessment, assessEntry, pressButtons, readTypedParts } from './assess.server.ts'
import { type Caller, type EnteredQuote, newCustomer } from './caller.ts'
import { findCaller, findCallers } from './caller-queries.server.ts'
import { type EntryForm, entryMessages, entryUrl, sortErrors, toEntryUrl } from './entry.ts'
import { type OrderEntryPageProps, orderEntryPage } from './OrderEntryPage.tsx'
import {
  type EntryAction,
  type EntryResult,
  formatCarriage,
  type PlacingDeps,
  placeEntry,
} from './place.server.ts'
import {
  deleteDraft,
  emptyEntry,
  findDraft,
  findOrderContact,
  findOrderIds,
  listDrafts,
  saveDraft,
} from './queries.ts'
import { enterOrder, entryEnds } from './schemas.ts'

interface OrderEntryDeps extends AdminDeps, PlacingDeps {
  /** Quotes are not known here: `app.ts` connects the two. */
  createQuote: (quote: EnteredQuote, action: EnteredQuoteAction) => Promise<EntryResult>
}

interface EnteredQuoteAction {
  staff: { id: number }
  requestKey: string
  now: Date
}

const pageQuery = z.object({
  find: line(100).catch(''),
  customer: line(20).catch(''),
  draft: z.uuid().nullable().catch(null),
  end: z.enum(entryEnds).nullable().catch(null),
  /** An order of a customer without an account, whose name and address are proposed. */
  like: line(20).catch(''),
  email: line(emailMaxLength).catch(''),
})

/** Orders that staff take for somebody who calls, comes in or writes. */
export async function orderEntryPlugin(app: FastifyInstance, deps: OrderEntryDeps): Promise<void> {
  const { context } = deps
  const { db, now } = context

  addAdminPage(deps, '/admin/orders/new', { right: 'sales', query: pageQuery }, async ({ query, staff }) => {
    const { customer: id, draft } = query
    if (id === '') return renderSearch(query, staff)
    const customer = await getCustomer(id)
    const key = draft ?? randomUUID()
    const stored = await findDraft(db, key, staff.id)
    const isTheirs = stored?.customer === id && (query.like === '' || query.like === stored.like)
    const form = isTheirs ? stored : await proposeEntry(key, customer, query)
    return renderForm(stored && !isTheirs ? withCaller(stored, form) : form, staff, customer, null)
  })

  const staffAction = createStaffAction(app, deps, {
    load: async () => ({ version: null }),
    toUrl: (_form, { url }) => String(url),
    render: async (_target, { request_key, customer }: EntryForm, rejection, staff) => {
      const form = await findDraft(db, request_key, staff.id)
      if (!form) throw new Problem(404)
      return renderForm(form, staff, await getCustomer(customer), rejection)
    },
  })

  staffAction(enterOrder, {
    right: 'sales',
    reply: { url: null },
    flash: ({ isHeld }) => (isHeld ? 'info' : 'success'),
    typed: ({ body }) => body,
    run: async ({ body, staff, now: at }) => {
      const { shown_total: displayedTotal, step, add, remove, discard, ...entered } = body
      if (discard) {
        await deleteDraft(db, entered.request_key, staff.id)
        return { ...done(entryMessages.discarded), reply: { url: entryUrl } }
      }
      const typed = withCounter(entered)
      const customer = await getCustomer(typed.customer)
      const isStored = step === 'save' || step === 'change'
      const pressed = isStored ? typed : pressButtons(typed, { add, remove })
      const read = isStored ? null : await readTypedParts(deps, pressed, toReader(customer, staff))
      const form = read?.form ?? pressed
      await saveDraft(db, form, staff.id, at)
      if (step === 'change') {
        const url = `${entryUrl}?draft=${form.request_key}${form.end === 'quote' ? '&end=quote' : ''}`
        return { ...done(''), reply: { url } }
      }
      if (read?.error) return invalid({ lines: read.error })
      const action = { staff, displayedTotal, now: at }
      if (step === 'place' && add === '' && remove === '') return finish(form, customer, staff, action)
      return { ...done(''), reply: { url: toEntryUrl(form.request_key, form.customer) } }
    },
  })

  const finish = async (form: EntryForm, customer: Caller | null, staff: Person, action: EntryAction) => {
    if (form.end === 'quote') return makeQuote(form, customer, staff, action)
    if (form.end === 'free' && !hasGodmode(staff)) return invalid({ end: entryMessages.managersOnly })
    const result = await placeEntry(deps, form, customer, action)
    if (!result.ok) return result
    if (form.note === '' && !form.hand_over) return result
    const order = await getMade(result)
    const noted = await writeNote(order, form, form.note, staff, action)
    const handedOver = form.hand_over ? await despatchNow(order, form, action) : ''
    const sentences = [result.message as string, noted, handedOver]
    return { ...result, message: sentences.filter(sentence => sentence !== '').join(' ') }
  }

  /** Hands the goods of a collection over and issues the invoice; returns what to say of it. */
  const despatchNow = async (order: Order, form: EntryForm, { staff, now: at }: EntryAction) => {
    const lines = order.lines.map(({ position = 0, quantity }) => ({ position, quantity }))
    const result = await despatchParcel(context, order.id, {
      ...{ requestKey: form.request_key, carrier: '', trackingNumber: '', staffId: staff.id, now: at, lines },
      ...{ collectedBy: order.contact.name, isQueueJump: false, isPart: false },
      expectedVersion: await getOrderVersion(db, order.id),
    })
    // What the e-mail says depends on whether they have the goods.
    const received = {
      origin: null,
      termsVersion: context.config.terms!.version,
      isGuest: order.personId === null,
    }
    await inTransaction(db, async tx =>
      orderReceivedEmail.enqueue(tx, (await findOrderById(tx, order.id))!, received),
    )
    return result.ok ? entryMessages.handedOver(form) : entryMessages.notHandedOver
  }

  const makeQuote = async (
    form: EntryForm,
    customer: Caller | null,
    staff: Person,
    action: EntryAction,
  ): Promise<EntryResult> => {
    const at = action.now
    const { parties, errors, basket, delivery } = await assessEntry(deps, db, form, customer, at)
    if (!parties || Object.keys(errors).length > 0) return invalid(errors)
    const parts = basket.lines.map(({ productId, quantity, entry }) => ({ productId, quantity, entry }))
    const quote = {
      ...{ parties, parts },
      purchaseOrder: form.purchase_order,
      deliveryInstructions: form.delivery_instructions,
      carriage: delivery && { title: delivery.option.title, price: delivery.price },
    }
    const result = await deps.createQuote(quote, { staff, requestKey: form.request_key, now: at })
    if (!result.ok) return result
    await deleteDraft(db, form.request_key, staff.id)
    const text = [form.note, delivery?.isOverwritten ? formatCarriage(delivery, form) : '']
    const noted = await writeNote(await getMade(result), form, text.filter(Boolean).join('\n'), staff, action)
    return { ...result, message: [result.message as string, noted].filter(Boolean).join(' ') }
  }

  const getMade = async ({ reply }: EntryResult & { ok: true }): Promise<Order> =>
    (await findOrderByReference(db, String(reply?.url).split('/').at(-1)!))!

  /** Returns why the note was not written; ''. */
  const writeNote = async (
    order: Order,
    { request_key: requestKey }: EntryForm,
    text: string,
    staff: Person,
    { now: at }: EntryAction,
  ): Promise<string> => {
    if (text === '') return ''
    const noted = await addNote(db, order, { text, requestKey, staff, now: at })
    return noted.ok ? '' : noted.reason
  }

  /** Null: a new one. */
  const getCustomer = async (id: string): Promise<Caller | null> => {
    if (id === newCustomer) return null
    const customer = /^[1-9]\d{0,8}$/.test(id) ? await findCaller(db, Number(id)) : null
    if (!customer) throw new Problem(404)
    return customer
  }

  const proposeEntry = async (
    key: string,
    customer: Caller | null,
    { end, like, email }: z.output<typeof pageQuery>,
  ): Promise<EntryForm> => {
    const form = { ...emptyEntry(key, customer, { end, email, takesCards: deps.takesCards }), like }
    const earlier = customer || like === '' ? null : await findOrderContact(db, like)
    if (!earlier) return form
    const { saveForFuture: _future, saveAsBilling: _billing, ...address } = earlier.delivery
    return { ...form, ...address, email: earlier.contact.email }
  }

  const renderSearch = async ({ find, end, draft }: z.output<typeof pageQuery>, staff: Person) => {
    const orderIds = find === '' ? [] : await findOrderIds(db, find, toLondonTime(now()).date)
    const matches = find === '' ? null : await findCallers(db, find, orderIds)
    const drafts = await listDrafts(db, staff.id)
    const listed = drafts.map(({ key, customer, name, lineCount, savedAt }) => ({
      ...{ key, customer, url: toEntryUrl(key, customer), name: name ?? '', lineCount },
      savedAt: formatShortDateTime(savedAt),
    }))
    return toPage({ ...nothingTyped, find, matches, draft: draft ?? randomUUID(), end, drafts: listed })
  }

  const renderForm = async (
    typed: EntryForm,
    staff: Person,
    customer: Caller | null,
    rejection: Rejection | null,
  ) => {
    const read = await readTypedParts(deps, typed, toReader(customer, staff))
    const first = await assessEntry(deps, db, read.form, customer, now())
    // What is refused is not offered: a quote can be made for everybody.
    const isPossible = first.ends.includes(read.form.end)
    const form: EntryForm = isPossible ? read.form : { ...read.form, end: 'quote' }
    const assessed = isPossible ? first : await assessEntry(deps, db, form, customer, now())
    return toPage({
      ...{ ...nothingTyped, form, customer, unread: read.unread, draft: form.request_key, end: form.end },
      ...toView(assessed),
      errors: rejection ? sortErrors(rejection.errors) : pickEarlyErrors(assessed.errors),
      notice: rejection?.notice ?? null,
    })
  }

  const toReader = (customer: Caller | null, staff: { id: number }) => ({
    companyId: customer?.companyId ?? null,
    owner: `account:${staff.id}`,
  })

  const nothingTyped = {
    ...{ find: '', matches: null, drafts: [], form: null, customer: null, deliveryChoices: [], delivery: '' },
    ...{
      deliveryNote: '',
      creditWarning: null,
      creditLeft: null,
      ends: [],
      endNote: null,
      lines: [],
      unread: [],
    },
    ...{ isPartLater: false, isDeliveryProposed: false, totals: null, errors: {}, notice: null },
  }

  const toPage = (props: Omit<OrderEntryPageProps, 'countries'>) => {
    const head = { title: props.end === 'quote' ? 'New quote' : 'New order', errors: props.errors }
    return toPageResult(orderEntryPage, { ...props, countries: deps.countries }, head)
  }
}

function toView({ lines, choices, delivery, basket, totals: { totals }, ...facts }: Assessment) {
  const { creditWarning, creditLeft, ends, endNote, isDeliveryProposed } = facts
  const { subtotal, deliveryCost, discountedVat: vat, discountedTotal: total } = totals
  const day = delivery?.date ? `${delivery.option.code}:${delivery.date}` : (delivery?.option.code ?? '')
  return {
    lines,
    deliveryChoices: choices,
    delivery: day,
    deliveryNote: facts.errors.delivery ?? '',
    isPartLater: basket.consignments !== null,
    ...{ creditWarning, creditLeft, ends, endNote, isDeliveryProposed },
    totals:
      lines.length === 0 || lines.some(({ pieces }) => pieces === null)
        ? null
        : { goods: subtotal, carriage: deliveryCost, vat, total },
  }
}

/** Who takes the goods at once does not telephone. */
const withCounter = (form: EntryForm): EntryForm =>
  form.hand_over && form.source === 'phone' ? { ...form, source: 'counter' } : form

const callerFields = [...Object.keys(emptyAddress), 'customer', 'email', 'like', 'deliver_to']

/** The goods of a form with the customer of another; a quote stays one. */
const withCaller = (form: EntryForm, other: EntryForm): EntryForm => ({
  ...form,
  ...Object.fromEntries(Object.entries(other).filter(([field]) => callerFields.includes(field))),
  end: form.end === 'quote' ? 'quote' : other.end,
})

/** What is wrong with the parts while the rest is still being typed. */
function pickEarlyErrors(errors: Record<string, string>): Record<string, string> {
  const isEarly = (field: string) => /^(?:quantity|reference)-|^carriage/.test(field)
  return Object.fromEntries(Object.entries(errors).filter(([field]) => isEarly(field)))
}
