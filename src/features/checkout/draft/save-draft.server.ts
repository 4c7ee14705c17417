import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest } from 'fastify'
import type { AppContext, Db } from '../../../infra/app-context.ts'
import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import type { Country } from '../../../lib/contact/countries.ts'
import { parseIsoDate } from '../../../lib/dates.ts'
import {
  getPasswordError,
  hashPassword,
  listAddresses,
  recheckAccountExists,
  verifyPassword,
} from '../../accounts/service.ts'
import type { Visitor } from '../../accounts/visitor.ts'
import type { Basket, ShipTo } from '../../basket/basket.ts'
import { updateShipTo } from '../../basket/service.ts'
import { hasOrderedAs } from '../../orders/service.ts'
import { checkoutMessages } from '../messages.ts'
import { type DraftRow, findDraft, saveDraft } from '../queries.ts'
import type { SaveBody } from '../schemas.ts'
import {
  type CheckoutDeps,
  ignoreSpentDraft,
  isDraftFree,
  listAcceptedMethods,
  listOptions,
  loadBuyer,
} from '../service.ts'
import type { CheckoutSource } from '../source.server.ts'
import { applySave, type SaveResult } from './apply-save.ts'
import { type CheckoutDraft, createLoadedDraft, emptyDraft, fillConsignments, hasAddress } from './draft.ts'

export interface SavedDraft extends SaveResult {
  guestPasswordHash: string | null
}

export interface AppliedSend {
  /** Null: there is none, or it was spent on an order. */
  validRow: DraftRow | null
  isNew: boolean
  storedDraft: CheckoutDraft
  applied: SaveResult
}

export async function applyToStoredDraft(
  deps: CheckoutDeps,
  visitor: Visitor,
  sessionHash: Buffer,
  source: CheckoutSource,
  body: SaveBody,
): Promise<AppliedSend> {
  const { db } = deps.context
  const { key, basket, loadedOrder } = source
  const [row, savedAddresses, buyer] = await Promise.all([
    findDraft(db, sessionHash, key),
    visitor.person ? listAddresses(db, visitor.person) : [],
    loadBuyer(db, visitor, source, deps.context.now()),
  ])
  const validRow = loadedOrder ? row : ignoreSpentDraft(row, basket)
  const storedDraft = fillConsignments(
    validRow?.draft ?? (loadedOrder ? createLoadedDraft(loadedOrder) : emptyDraft),
    basket,
  )
  const applied = applySave(body, {
    draft: storedDraft,
    isPasswordStored: validRow?.guestPasswordHash != null,
    person: visitor.person,
    savedAddresses,
    countries: deps.countries,
    listOptions: draft => listOptions(deps, source, draft),
    listMethods: draft =>
      listAcceptedMethods(deps, buyer, draft.deliveryOption, isDraftFree(deps, visitor, source, draft)),
  })
  return { validRow, isNew: row !== null && validRow === null, storedDraft, applied }
}

/** Whether the draft differs after the send; a repeated send changes nothing. */
export async function changesDraft({ validRow, storedDraft, applied }: AppliedSend): Promise<boolean> {
  if (!isDeepStrictEqual(applied.draft, storedDraft)) return true
  return (
    applied.password !== '' && !(await verifyPassword(validRow?.guestPasswordHash ?? null, applied.password))
  )
}

export async function saveToDraft(
  deps: CheckoutDeps,
  request: FastifyRequest,
  visitor: Visitor,
  sessionHash: Buffer,
  source: CheckoutSource,
  body: SaveBody,
  { validRow, isNew, storedDraft, applied }: AppliedSend,
): Promise<SavedDraft> {
  const { db } = deps.context
  const { key, basket } = source
  const store = (draft: CheckoutDraft, passwordHash: string | null) =>
    saveDraft(db, sessionHash, key, {
      draft,
      changes: listChanges(draft, storedDraft),
      passwordHash,
      isNew,
    })
  const isContactSent = Boolean(body.contact)
  const check = { applied, isContactSent, basket, sessionHash }
  const contactErrors = visitor.person
    ? {}
    : await findContactErrors(deps.context, request, check).catch(async error => {
        // Too many addresses were checked (429): the rest of this send is stored.
        await store({ ...applied.draft, contact: storedDraft.contact }, null)
        throw error
      })
  const hasContactErrors = Object.keys(contactErrors).length > 0
  const result: SaveResult = hasContactErrors
    ? {
        ...applied,
        draft: { ...applied.draft, contact: storedDraft.contact },
        errors: { ...applied.errors, ...contactErrors },
        error: applied.error ?? checkoutMessages.contactInvalid,
      }
    : applied
  const canHash = result.password !== '' && !('email' in result.errors) && !('password' in result.errors)
  const passwordHash = canHash ? await hashPassword(result.password) : null
  await store(result.draft, passwordHash)
  await updateDestination(db, basket, result.draft, deps.countries)
  return { ...result, guestPasswordHash: passwordHash ?? validRow?.guestPasswordHash ?? null }
}

interface ContactCheck {
  applied: SaveResult
  isContactSent: boolean
  basket: Basket
  sessionHash: Buffer
}

/** The errors of a guest's contact that only the server can find. */
async function findContactErrors(
  context: AppContext,
  request: FastifyRequest,
  { applied, isContactSent, basket, sessionHash }: ContactCheck,
): Promise<FieldErrors> {
  const { db, config } = context
  const { draft, errors, password, isFinal } = applied
  const { email, name } = draft.contact
  const contactErrors: FieldErrors = {}
  // Of a final send it is the last thing to be checked (`createOrder`).
  const isChecked = isContactSent && !isFinal && email !== '' && !('email' in errors)
  if (isChecked && (await recheckAccountExists(context, request, sessionHash, email))) {
    // A repeated send after the order of this browser created the account is no error: there is nothing new to order.
    const isRepeated = basket.lines.length === 0 && (await hasOrderedAs(db, sessionHash, email))
    if (!isRepeated) contactErrors.email = checkoutMessages.emailExists
  }
  const words = [config.shopName, name, draft.delivery.company, draft.billing.company]
  const passwordError = password === '' ? null : getPasswordError(password, { email, words })
  if (passwordError !== null) contactErrors.password = passwordError
  return contactErrors
}

function listChanges(draft: CheckoutDraft, before: CheckoutDraft): Partial<CheckoutDraft> {
  const names = Object.keys(draft) as (keyof CheckoutDraft)[]
  return Object.fromEntries(
    names.filter(name => draft[name] !== before[name]).map(name => [name, draft[name]]),
  )
}

const isSameShipTo = (one: ShipTo | null, other: ShipTo): boolean =>
  one !== null && (Object.keys(other) as (keyof ShipTo)[]).every(field => one[field] === other[field])

// Delivery cost and VAT of the basket follow from its destination.
async function updateDestination(
  db: Db,
  basket: Basket,
  { delivery, deliveryOption, deliveryDay, consignments }: CheckoutDraft,
  countries: readonly Country[],
): Promise<void> {
  if (basket.id === null || !hasAddress(delivery)) return
  const { country, postcode } = delivery
  if (!countries.some(({ code }) => code === country)) return
  const day = deliveryDay === null ? null : parseIsoDate(deliveryDay)
  const to: ShipTo = { country, postcode, method: deliveryOption || null, day, consignments }
  if (!isSameShipTo(basket.shipTo, to)) await updateShipTo(db, basket.id, to)
}
