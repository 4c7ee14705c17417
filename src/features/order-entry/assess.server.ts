import type { AppContext, Db, Tx } from '../../infra/app-context.ts'
import { findBackOrderedGoods } from '../../lib/availability.ts'
import type { FieldErrors } from '../../lib/calls/field-checks.ts'
import type { Country } from '../../lib/contact/countries.ts'
import type { IsoDate } from '../../lib/dates.ts'
import { type BasisPoints, type Pence, parsePounds, pence, zero } from '../../lib/money.ts'
import { parseQuantity } from '../../lib/quantity.ts'
import { requiresApproval } from '../approvals/service.ts'
import {
  type Basket,
  type BasketTotals,
  calculateBasketTotals,
  calculateSubtotal,
  calculateWeight,
  createEmptyBasket,
  listOrderableLines,
} from '../basket/basket.ts'
import { getCorrectedVatRate, listChoices } from '../corrections/delivery.ts'
import { formatStaffCreditWarning } from '../credit/credit.ts'
import { readCreditCheck } from '../credit/service.ts'
import {
  type DeliveryOption,
  findCheapestDelivery,
  listDeliveryOptions,
  validateDeliveryChoice,
} from '../delivery/options.ts'
import { lookUpNewLines, padRefusalMessages, readLines, readList } from '../order-pad/service.ts'
import { getProducts, listProductIds, type SearchService } from '../search/service.ts'
import { type Caller, type OrderParties, type PricedProduct, parseParties } from './caller.ts'
import { listPricedProducts, listProductIdsByCode } from './caller-queries.server.ts'
import {
  addTypedLine,
  type EntryEnd,
  type EntryForm,
  entryMessages,
  findEndError,
  listTypedLines,
  sortErrors,
  type TypedEntryLine,
  toEntryOfLine,
  validateEntry,
  withLines,
} from './entry.ts'
import type { EntryLine, ProposedPart, UnreadLine } from './entry-view.ts'
import { listLastPrices } from './queries.ts'
import { entryEnds } from './schemas.ts'

export interface EntryDeps {
  context: AppContext
  search: SearchService
  countries: readonly Country[]
  takesCards: boolean
}

const maxProposed = 6

/**
 * Moves the lines that can be read from the text into the form's rows. What cannot be read stays in the text, with the
 * parts that it may mean.
 */
export async function readTypedParts(
  { context: { db, threads }, search }: EntryDeps,
  form: EntryForm,
  { companyId, owner }: { companyId: number | null; owner: string },
): Promise<{ form: EntryForm; unread: UnreadLine[]; error: string | null }> {
  if (form.lines.trim() === '') return { form: { ...form, lines: '' }, unread: [], error: null }
  const list = await readList(threads, owner, { text: form.lines })
  const parsed = list.ok ? await readLines(search, list, 'order') : list
  if (!parsed.ok) {
    if (parsed.reason !== 'nothing')
      return { form, unread: [], error: padRefusalMessages[parsed.reason](parsed.lines) }
    const texts = form.lines.split('\n').filter(text => text.trim() !== '')
    return { form, unread: await Promise.all(texts.map(text => propose(text, '', []))), error: null }
  }
  const pad = await lookUpNewLines({ db, search, companyId }, parsed.lines)
  const codes = new Map(pad.products.map(({ id, code }) => [id, code]))
  let lines = listTypedLines(form)
  const unread: UnreadLine[] = []
  for (const line of pad.lines.filter(({ text, isPart }) => isPart || text.trim() !== '')) {
    if (line.chosen !== null && parseQuantity(line.quantity || '1') !== null && line.seen === '')
      lines = addTypedLine(lines, {
        code: codes.get(line.chosen)!,
        quantity: line.quantity || '1',
        reference: line.entry.reference,
      })
    else
      unread.push(
        await propose(
          line.text,
          line.quantity,
          line.matches.map(({ product }) => product),
        ),
      )
  }
  const rest = { ...withLines(form, lines), lines: unread.map(({ text }) => text).join('\n') }
  return { form: rest, unread, error: null }

  // What the number may mean, then words as in the search: '4 oil filters for a JCB 3CX 2014'.
  async function propose(text: string, quantity: string, matches: readonly number[]): Promise<UnreadLine> {
    const [, count = quantity, words = text] =
      /^\s*(\d{1,4})\s*(?:x|×|off|no\.?)?\s+(.*\p{L}{2}.*)$/iu.exec(text) ?? []
    const byWords = listProductIds(await search.getEngine(), words, maxProposed)
    const ids = [...new Set([...matches, ...byWords])].slice(0, maxProposed)
    const products = await getProducts(db, ids, companyId)
    const proposed = products.map(
      ({ code, title, price, available }): ProposedPart => ({
        code,
        title,
        price: price as Pence | null,
        available,
        quantity: parseQuantity(count) ?? 1,
      }),
    )
    return { text, proposed }
  }
}

/** The form after a press of one of its buttons: a proposed part is added, or a line removed. */
export function pressButtons(form: EntryForm, { add, remove }: { add: string; remove: string }): EntryForm {
  const [index = '', code = '', quantity = ''] = add.split(':')
  const lines = listTypedLines(form).filter(line => line.code !== remove)
  if (code === '') return withLines(form, lines)
  const texts = form.lines.split('\n').filter((_text, nth) => nth !== Number(index))
  return {
    ...withLines(form, addTypedLine(lines, { code, quantity, reference: '' })),
    lines: texts.join('\n'),
  }
}

/** What the typed order comes to now. */
export interface Assessment {
  customer: Caller | null
  lines: EntryLine[]
  basket: Basket
  choices: { value: string; text: string }[]
  delivery: { option: DeliveryOption; date: IsoDate | null; price: Pence; isOverwritten: boolean } | null
  vatRate: BasisPoints
  totals: BasketTotals
  parties: OrderParties | null
  /** Why an order on account will be held; null: it won't. */
  creditWarning: string | null
  /** Null: there is no limit. */
  creditLeft: Pence | null
  /** How it can end for this customer. */
  ends: EntryEnd[]
  /** Why some ends are left out; null: none is. */
  endNote: string | null
  /** The delivery is the cheapest, as nothing else was chosen. */
  isDeliveryProposed: boolean
  errors: FieldErrors
}

/** Reads prices, stock and deliveries for the form, and says what keeps it from being placed. */
export async function assessEntry(
  deps: EntryDeps,
  db: Db | Tx,
  typedForm: EntryForm,
  customer: Caller | null,
  now: Date,
): Promise<Assessment> {
  const form = withProposedDelivery(typedForm)
  const typed = listTypedLines(form)
  const ids = await listProductIdsByCode(db, form.codes)
  const rows = typed.flatMap(line => {
    const productId = ids.get(line.code)
    const quantity = parseQuantity(line.quantity) ?? 1
    return productId === undefined ? [] : [{ productId, quantity, entry: toEntryOfLine(line) }]
  })
  const buyer = { personId: customer?.id ?? null, companyId: customer?.companyId ?? null }
  const products = await listPricedProducts(db, buyer.companyId, rows)
  const lastPrices = await listLastPrices(
    db,
    buyer,
    rows.map(({ productId }) => productId),
  )
  // Never the price of another quantity than was meant.
  const readable = products.filter(({ code }) => toPieces(typed, code) !== null)
  // What is short and takes no back orders is an error, and nothing to wait for.
  const offered = readable.filter(line => line.backOrder || line.quantity <= line.available)
  const consignments = findBackOrderedGoods(offered)?.isPart ? form.consignments : null
  const basket: Basket = { ...createEmptyBasket('account'), lines: readable, consignments }
  const isCollected = form.delivery === 'COL' || form.delivery.startsWith('COL:')
  const rules = { countries: deps.countries, needsEmail: form.end === 'quote', isCollected }
  const parsed = parseParties(form, customer, rules)
  const to = findDestinationOf(form, customer)
  const options = readable.length === 0 ? [] : listEntryOptions(deps, basket, to, now)
  const choices = listChoices(
    options.filter(({ price }) => price !== null),
    [],
  )
  const delivery = chooseDelivery(form, options)
  const vatRate = getCorrectedVatRate({
    deliveryCode: delivery?.option.code ?? '',
    delivery: { ...form, ...to },
  })
  const price = delivery?.price ?? null
  const goods = { subtotal: calculateSubtotal(basket), sourceId: null }
  const needsApproval = await requiresApproval(db, customer, goods, now)
  const totals = calculateBasketTotals(basket, buyer, { price, vatRate }, now)
  const total = totals.totals.discountedTotal
  const { creditWarning, creditLeft } = await findCreditFacts(deps, db, customer, { total, now })
  const isHeld = ['link', 'proforma'].includes(form.end) || (form.end === 'account' && creditWarning !== null)
  const rights = { takesCards: deps.takesCards, needsApproval }
  const endError = findEndError(form.end, customer, rights)
  return {
    customer,
    lines: products.map(product => toEntryLine(product, typed, lastPrices)),
    basket,
    choices,
    delivery,
    vatRate,
    totals,
    parties: 'parties' in parsed ? parsed.parties : null,
    ...{ creditWarning, creditLeft },
    ends: entryEnds.filter(end => findEndError(end, customer, rights) === null),
    endNote: findEndError('account', customer, rights),
    isDeliveryProposed: form.delivery === '',
    errors: sortErrors({
      ...('errors' in parsed ? parsed.errors : {}),
      ...(isHeld && form.hand_over ? { hand_over: entryMessages.heldNotHandedOver } : {}),
      ...validateEntry(form),
      ...listLineErrors(products, typed, form),
      ...findDeliveryError(form, options, delivery, { to, hasLines: readable.length > 0 }),
      ...(endError !== null && { end: endError }),
    }),
  }
}

/** What the page proposed and was not changed is chosen again: quantities and address decide what is the cheapest. */
const withProposedDelivery = (form: EntryForm): EntryForm =>
  form.delivery === form.proposed_delivery && !form.delivery.startsWith('COL')
    ? { ...form, delivery: '' }
    : form

const toPieces = (typed: readonly TypedEntryLine[], code: string): number | null =>
  parseQuantity(typed.find(line => line.code === code)!.quantity)

async function findCreditFacts(
  { context: { config } }: EntryDeps,
  db: Db | Tx,
  customer: Caller | null,
  { total, now }: { total: Pence; now: Date },
): Promise<Pick<Assessment, 'creditWarning' | 'creditLeft'>> {
  if (!customer?.mayOrderOnAccount || customer.companyId === null)
    return { creditWarning: null, creditLeft: null }
  const rules = { now, overdueHoldDays: config.overdueHoldDays }
  const { check } = await readCreditCheck(db, customer.companyId, rules)
  const { used, limit } = check
  return {
    creditWarning: customer.onStop ? entryMessages.onStop : formatStaffCreditWarning(check, total),
    creditLeft: limit === null ? null : pence(limit - used),
  }
}

function toEntryLine(
  product: PricedProduct,
  typed: readonly TypedEntryLine[],
  lastPrices: readonly { productId: number; price: Pence; at: Date }[],
): EntryLine {
  const { code, title, unitPrice, isBelowCost, available, backOrder, forSale, note } = product
  const line = typed.find(each => each.code === code)!
  const last = lastPrices.find(({ productId }) => productId === product.productId)
  return {
    ...line,
    title,
    unitPrice,
    isBelowCost,
    pieces: parseQuantity(line.quantity),
    stock: { available, backOrder, forSale, note },
    last: last ? { price: last.price, at: last.at.toISOString() } : null,
  }
}

const findDestinationOf = (form: EntryForm, customer: Caller | null) => {
  const saved = customer?.addresses.find(({ id }) => String(id) === form.deliver_to)
  return saved
    ? { country: saved.country, postcode: saved.postcode }
    : { country: form.country || 'GB', postcode: form.postcode }
}

function listEntryOptions(
  { context: { config }, countries }: EntryDeps,
  basket: Basket,
  to: { country: string; postcode: string },
  now: Date,
): readonly DeliveryOption[] {
  const request = {
    now,
    countries,
    weightG: calculateWeight(basket),
    later: findBackOrderedGoods(listOrderableLines(basket.lines)),
    consignments: basket.consignments,
    goodsSubtotal: calculateSubtotal(basket),
    settings: config.delivery,
    phone: config.contact.phone,
  }
  const result = listDeliveryOptions({ ...request, ...to })
  if (result.ok) return result.options
  // Somebody who collects need not say where they live.
  const here = listDeliveryOptions({ ...request, country: 'GB', postcode: 'LS1 1AA' })
  return here.ok ? here.options.filter(({ code }) => code === 'COL') : []
}

function chooseDelivery(form: EntryForm, options: readonly DeliveryOption[]): Assessment['delivery'] {
  const [code = '', day] = form.delivery.split(':')
  const cheapest = findCheapestDelivery(options)
  const choice = validateDeliveryChoice(options, code || (cheapest?.code ?? ''), day)
  if (!choice.ok) return null
  const typed = form.carriage === '' ? null : parsePounds(form.carriage)
  const price = form.end === 'free' ? zero : (typed ?? choice.option.price)
  if (price === null) return null
  const isOverwritten = form.end !== 'free' && typed !== null && typed !== choice.option.price
  return { option: choice.option, date: choice.date, price, isOverwritten }
}

function findDeliveryError(
  form: EntryForm,
  options: readonly DeliveryOption[],
  delivery: Assessment['delivery'],
  { to, hasLines }: { to: { postcode: string }; hasLines: boolean },
): FieldErrors {
  if (!hasLines) return {}
  if (delivery?.isOverwritten && form.carriage_reason.trim() === '')
    return { carriage_reason: entryMessages.carriageReason }
  if (delivery || form.end === 'quote') return {}
  if (form.delivery === '' && to.postcode.trim() === '') return { delivery: entryMessages.noPostcode }
  if (options.every(({ code }) => code === 'COL')) return { delivery: entryMessages.noDelivery }
  const isPriced = options.some(({ price }) => price !== null)
  return { delivery: isPriced ? entryMessages.deliveryGone : entryMessages.needsQuote }
}

function listLineErrors(
  products: Basket['lines'],
  typed: readonly TypedEntryLine[],
  { end, lines }: EntryForm,
): FieldErrors {
  if (lines.trim() === '' && products.length === 0) return { lines: entryMessages.noLines }
  const unread: FieldErrors = lines.trim() === '' ? {} : { lines: entryMessages.unread }
  const errors = Object.fromEntries(
    products.flatMap(({ code, forSale, unitPrice, available, backOrder, quantity }) => {
      const field = `quantity-${code}`
      const line = typed.find(each => each.code === code)!
      if (!forSale) return [[field, entryMessages.notSold(code)]]
      if (parseQuantity(line.quantity) === null) return [[field, entryMessages.quantity(code)]]
      if (end === 'quote') return []
      if (unitPrice === null) return [[field, entryMessages.noPrice(code)]]
      return !backOrder && quantity > available
        ? [[field, entryMessages.short(code, Math.max(0, available))]]
        : []
    }),
  )
  return { ...unread, ...errors }
}
