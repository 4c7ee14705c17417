import type { FieldErrors } from '../../lib/calls/field-checks.ts'
import { formatAddressLines } from '../../lib/contact/address.ts'
import { toContactView } from '../../lib/contact/contact-view.ts'
import {
  formatDate,
  formatDateOf,
  formatDateTime,
  formatDay,
  formatMoment,
  type IsoDate,
  toIsoDate,
} from '../../lib/dates.ts'
import { formatPounds, type Pence, sum } from '../../lib/money.ts'
import { lowerFirst } from '../../lib/text.ts'
import type { ServerPart } from '../../ui/page.ts'
import type { StateDescription } from '../../ui/StateLabel.tsx'
import type { DiscardedInput } from '../back-office/DiscardedInputs.tsx'
import { adminOrderUrl, adminQuoteUrl } from '../back-office/navigation.ts'
import type { LinePaging } from '../basket/lines/line-pages.ts'
import type { DocumentOrder } from '../billing/document.ts'
import type { Creditable } from '../billing/next-credit.ts'
import { calculateCredited, toDocumentItems } from '../billing/view.ts'
import { canCorrect } from '../corrections/plan.ts'
import { type OrderEmail, toEmailView } from '../correspondence/correspondence.ts'
import { formatCreditHold } from '../credit/credit.ts'
import type { OrderReturnItem } from '../order-pages/ReturnsSection.tsx'
import { formatDeliveryText, toDeliveryOrCollection } from '../orders/delivery-or-collection.ts'
import { type Expectation, expectStoredOrder } from '../orders/expectation/expectation.ts'
import { freeReasons } from '../orders/free-reason.ts'
import { formatChange, formatHistory, isBeforePlacing } from '../orders/history.ts'
import { canHold, holdRefusalMessages, type LiftChoice } from '../orders/holds/hold-rules.ts'
import { channelNames, formatMethod, stateDescriptions } from '../orders/messages.ts'
import { formatMoneyBack, toMoneyBackWay } from '../orders/money-back.ts'
import { isWithoutPayment, type Order, pickTotals } from '../orders/order.ts'
import { isBought, isIn } from '../orders/states.ts'
import type { AttemptState } from '../payments/attempts/attempt.ts'
import { handKindNames } from '../payments/by-hand.ts'
import { toEnterPaymentUrl } from '../payments/hand-payment-urls.ts'
import {
  calculateRefundable,
  isOutstanding,
  type OrderPayments,
  type Refund,
  type RefundKind,
  type RefundState,
  type RefundSummary,
} from '../payments/refunds/refund.ts'
import type { TypedDelay } from '../warehouse/despatch/delay.ts'
import type { LineAllocation, OlderOrders } from '../warehouse/despatch/rules.ts'
import { toDespatchView, toOrderConsignments } from '../warehouse/despatch/view.ts'
import type { AdminOrderDetails, OrderChange } from './admin-order.ts'
import type { ChangesSince } from './corrections/correction-props.ts'
import type { TypedCarriage, TypedDespatch } from './despatch/despatch-form.ts'
import { toDespatchForm, toPiecesToCome } from './despatch/despatch-view.ts'
import { formatPromisedFirst, toHeading } from './page/heading-view.ts'
import { type Exactness, toCreditForm } from './refunds/credit-form.ts'
import type { TypedRefund } from './rules.ts'
import { getStateDescription } from './state-view.ts'

/** ' Since then: Parcel 1 despatched (Stella Affleck).' '': nothing is on record. */
export function formatChanges(changes: readonly OrderChange[]): string {
  if (changes.length === 0) return ''
  return ` Since then: ${changes.map(formatChangeWithActor).join('; ')}.`
}

/** Who changed it is in the heading, and beside each change when several did. */
export function toChangesSince(changes: readonly OrderChange[]): ChangesSince {
  const names = [...new Set(changes.map(getActorName))]
  if (names.length === 0) return { heading: 'This order was changed while you had it open.', changes: [] }
  return {
    heading: `${nameFormat.format(names)} changed this order while you had it open.`,
    changes: changes.map(names.length === 1 ? formatOrderChange : formatChangeWithActor),
  }
}

const nameFormat = new Intl.ListFormat('en-GB')

const getActorName = ({ who }: OrderChange): string => actorNames[who] ?? who

const formatOrderChange = (change: OrderChange): string =>
  change.refunded === null ? formatHistory(change) : `${formatPounds(change.refunded)} refunded`

const formatChangeWithActor = (change: OrderChange): string =>
  `${formatOrderChange(change)} (${getActorName(change)})`

/** Beside the errors of fields, for who comes second. */
export const formatOutdated = (changes: readonly OrderChange[]): string =>
  `${holdRefusalMessages.changed}${formatChanges(changes)}`

function toDelay({ state, delay }: Order, { delayedAt }: AdminOrderDetails) {
  if (delay === null || delayedAt === null || !isIn('isDespatchable', state)) return null
  const news =
    delay.day === null ? 'no new day is known yet' : `it’s now due ${formatDay(toIsoDate(delay.day))}`
  const text = `the customer was told on ${formatDateOf(delayedAt)} that ${news}.`
  return { hasDay: delay.day !== null, text }
}

interface CurrentOrder {
  lines: readonly LineAllocation[]
  /** That wait for what is on hand of these lines. */
  olderOrders: readonly OlderOrders[]
  emails: readonly OrderEmail[]
  /** Null: the customer has no payment link. */
  linkSentAt: Date | null
  /** Where it pays what is due. */
  paymentUrl: string
  creditable: Creditable & Exactness
  today: IsoDate
}

export function toAdminOrderView(
  order: Order & Pick<DocumentOrder, 'documents' | 'credited' | 'deferred'>,
  details: AdminOrderDetails,
  { attempts, refunds }: OrderPayments,
  { lines: openLines, olderOrders, emails, linkSentAt, paymentUrl, creditable, today }: CurrentOrder,
  typed: TypedForms = {},
) {
  const { reference } = order
  const money = calculatePaid({ attempts, refunds })
  const way = toMoneyBackWay(attempts.filter(({ state }) => state === 'paid').map(({ provider }) => provider))
  const credited = calculateCredited(order)
  const expectation = expectStoredOrder(order, openLines, today)
  const heading = toHeading(order, details, openLines, expectation)
  return {
    reference,
    url: adminOrderUrl(reference),
    state: toState(order, details, expectation),
    /** Why nothing of it is despatched; null: it is not held, or only until it is paid. */
    held: getHoldReason(order, details),
    heldBy: order.holdReason === '' ? '' : formatHeldBy(order, details),
    amountDue: order.amountDue,
    isCorrected: details.history.some(({ event }) => event === 'corrected'),
    dueText: `${formatDue(order, linkSentAt)} Nothing is sent or invoiced before it is paid.`,
    paymentUrl: order.amountDue > 0 ? paymentUrl : '',
    /** Of the button that e-mails the link; '': the customer has no address, or no card is taken. */
    linkButton:
      paymentUrl === '' || order.contact.email === ''
        ? ''
        : order.method === 'counter' && linkSentAt === null
          ? 'Email the payment link'
          : 'Send payment link again',
    enterPaymentUrl: toEnterPaymentUrl(reference),
    /** The open pick list that it is on; null: none. */
    pickListId: details.pickListId,
    delay: toDelay(order, details),
    promisedFirst: formatPromisedFirst(order, expectation),
    /** What its account holds it for; empty: nothing. */
    accountHolds: listAccountHolds(details),
    /** Staff hold it, and its account does too. */
    isHeldTwice: order.holdReason !== '' && listAccountHolds(details).length > 0,
    at: formatDateTime(order.placedAt ?? details.createdAt),
    customer: {
      ...toContactView(order.contact, order.billing.country),
      taxCode: order.contact.vat,
    },
    company: details.company,
    lines: order.lines.map((line, index) => ({
      ...line,
      pieces: isBought(order.state) ? toPieces(openLines[index]!) : null,
      credited: credited.pieces.get(openLines[index]!.position) ?? 0,
    })),
    parcels: toParcels(order, details),
    heading,
    toCome: toPiecesToCome(order, openLines, expectation),
    despatch: toDespatchForm(order, { openLines, olderOrders, expectation }, details, typed.despatch),
    consignments: toOrderConsignments(order, today),
    totals: pickTotals(order),
    credited: credited.total,
    deliveryOrCollection: toDeliveryOrCollection(order),
    billing: formatAddressLines(order.billing),
    deliveryText: formatDeliveryText(order),
    /** The day of delivery is what was requested, and not promised, or it was that of a first part. */
    isDayOpen:
      expectation.isDayOpen || order.state === 'cancelled' || heading.due.some(({ isLate }) => isLate),
    deliveryInstructions: order.deliveryInstructions,
    purchaseOrder: order.purchaseOrder,
    method: isWithoutPayment(order) ? formatFreeOfCharge(order) : formatMethod(order),
    isPaidByHand: order.method === 'counter',
    /** 'Telephone, Stella Affleck'; '': the customer ordered it in the shop. */
    takenBy: details.takenBy === null ? '' : `${channelNames[details.source]}, ${details.takenBy}`,
    documents: toDocumentItems(order.documents, adminOrderUrl(reference)),
    madeFrom: details.madeFrom && {
      reference: details.madeFrom.reference,
      url: details.madeFrom.isQuote
        ? adminQuoteUrl(details.madeFrom.reference)
        : adminOrderUrl(details.madeFrom.reference),
      name: details.madeFrom.isQuote ? 'From quote' : 'Approved from',
    },
    madeInto:
      details.madeInto === null
        ? null
        : { reference: details.madeInto, url: adminOrderUrl(details.madeInto) },
    history: toHistory(details, refunds),
    lastMessage: details.messages.at(-1)?.id ?? 0,
    openMessages: details.messages
      .filter(({ isOpen }) => isOpen)
      .map(({ at, author, text }) => ({ text, who: author, when: formatDateTime(at) })),
    emails: emails.map(email => toEmailView(email)),
    attempts: attempts.map(attempt => ({
      id: attempt.id,
      code: attempt.handReference ?? attempt.transactionReference,
      amount: attempt.amount,
      what:
        attempt.state === 'reversed' && byHand.includes(attempt.cardType ?? '')
          ? 'entered wrongly, and cancelled'
          : attemptMessages[attempt.state],
      card: [attempt.cardType ?? '', attempt.lastFour === null ? '' : `ending ${attempt.lastFour}`]
        .join(' ')
        .trim()
        .concat(attempt.till ? `, till ${attempt.till}` : ''),
      ...formatMoment(attempt.completedAt ?? attempt.createdAt),
    })),
    refunds: refunds
      .filter(refund => !isVoided(refund))
      .map(({ id, kind, amount, state, isRepeated, reason, requestedBy, createdAt }) => ({
        /** Of one that can be sent again. */
        refusedId: isOutstanding({ state, isRepeated }) ? id : null,
        amount,
        what: refundMessages[kind][state],
        hasProblem: state === 'unknown' || isOutstanding({ state, isRepeated }),
        reason,
        who: requestedBy ?? '',
        ...formatMoment(createdAt),
      })),
    money,
    canCancel: order.state === 'placed',
    canHold: canHold(order),
    needsFreeReason: needsFreeReason(order),
    canCorrect: canCorrect(order),
    credit: toCreditForm(order, creditable, money?.left ?? null, openLines, way),
    /** What is done with the money when it is cancelled; '': nothing. */
    moneyBack: money && money.left > 0 ? formatMoneyBack(way, money.left) : '',
  }
}

/** Of a held order also that a part has left. */
function toState(
  order: Order,
  { pickListId }: AdminOrderDetails,
  expectation: Expectation,
): StateDescription {
  const description = getStateDescription({ ...order, isBeingPicked: pickListId !== null, expectation })
  return order.state === 'part_despatched' && order.onStop
    ? { ...description, text: `${stateDescriptions.part_despatched.text}, ${lowerFirst(description.text)}` }
    : description
}

const getHoldReason = ({ state, onStop, holdReason }: Order, details: AdminOrderDetails): string | null =>
  isIn('isDespatchable', state) && onStop ? holdReason || listAccountHolds(details).join('; ') || null : null

const listAccountHolds = ({ isAccountStopped, creditCheck }: AdminOrderDetails): string[] => [
  ...(isAccountStopped ? ['the account is on stop'] : []),
  ...(creditCheck ? [formatCreditHold(creditCheck)] : []),
]

function formatHeldBy({ holdReason }: Order, { history }: AdminOrderDetails): string {
  const held = history.findLast(({ event, why }) => event === 'held' && why === holdReason)
  return held ? `${actorNames[held.who] ?? held.who}, ${formatDateTime(held.at)}` : ''
}

const toPieces = ({ quantity, despatchedQuantity, onHand }: LineAllocation) => ({
  despatched: despatchedQuantity,
  open: quantity - despatchedQuantity,
  onHand,
})

function toParcels(order: Order, { parcels }: AdminOrderDetails) {
  const views = toDespatchView({ ...order, parcels }, { hasNames: true })?.parcels ?? []
  return views.map((view, index) => {
    const { carrier, despatchedBy, collectedBy } = parcels[index]!
    // Carrier and tracking number of what was sent can be corrected.
    return { ...view, carrierKey: carrier, despatchedBy, isSent: collectedBy === '' }
  })
}

/** What happened to an order, with the notes, messages and voided payments, the newest first. */
function toHistory({ history, notes, messages }: AdminOrderDetails, refunds: readonly RefundSummary[]) {
  const isPlaced = history.some(({ to }) => to === 'placed')
  const entries = [
    ...history
      .filter(({ to }) => !isPlaced || !isBeforePlacing(to))
      .map(({ at, who, ...row }) => ({
        at,
        who: actorNames[who] ?? who,
        ...(row.event === 'corrected'
          ? { what: 'Corrected', text: row.changes?.map(formatChange).join('\n') ?? row.why }
          : { what: formatHistory(row), text: null }),
      })),
    ...notes.map(({ at, author, text, mentions }) => ({
      at,
      who: author,
      what: mentions.length > 0 ? `Note for ${mentions.join(', ')}` : 'Note',
      text,
    })),
    ...messages.map(({ at, author, text, isFromStaff }) => ({
      at,
      who: author,
      what: isFromStaff ? 'Message to the customer' : 'Message from the customer',
      text,
    })),
    ...refunds.filter(isVoided).map(({ createdAt, requestedBy, amount }) => ({
      at: createdAt,
      who: requestedBy ?? 'Automatic',
      what: `${formatPounds(amount)} voided`,
      text: null,
    })),
  ]
  return entries
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .toReversed()
    .map(({ at, ...entry }) => ({ ...formatMoment(at), ...entry }))
}

const actorNames: Record<string, string> = {
  clock: 'Automatic',
  guest: 'Guest',
  'card provider': 'Card provider',
  demo: 'Demo data',
}

/** A payment that was cancelled on its day: its own line says so. */
const isVoided = ({ kind, state }: Pick<Refund, 'kind' | 'state'>): boolean =>
  kind === 'void' && state === 'done'

/** Null: no card paid, or what it paid was voided. */
function calculatePaid({ attempts, refunds }: OrderPayments) {
  const paid = attempts.filter(({ state }) => state === 'paid')
  if (paid.length === 0) return null
  const left = paid.map(({ id, amount }) =>
    calculateRefundable({ amount, refunds: refunds.filter(({ attemptId }) => attemptId === id) }),
  )
  return {
    paid: sum(paid.map(({ amount }) => amount)),
    back: sum(
      refunds.filter(refund => refund.state === 'done' && !isVoided(refund)).map(({ amount }) => amount),
    ),
    left: sum(left),
  }
}

const byHand: readonly string[] = Object.values(handKindNames)
const attemptMessages: Record<AttemptState, string> = {
  registering: 'being opened',
  registered: 'card form open',
  failed_to_register: 'could not be opened',
  paid: 'paid',
  declined: 'declined',
  aborted: 'cancelled by the buyer, or not finished',
  refused: 'refused by the shop, not charged',
  superseded: 'replaced by another order',
  reversed: 'reversed by the card provider',
  voided: 'taken, then voided: the customer isn’t charged',
}

const refundMessages: Record<RefundKind, Record<RefundState, string>> = {
  void: {
    sending: 'being refunded (payment voided)',
    done: 'refunded (payment voided)',
    refused: 'too late to void the payment',
    unknown: 'not confirmed yet: the card provider has not answered, and we keep checking every minute',
  },
  refund: {
    sending: 'being refunded',
    done: 'refunded',
    refused: 'refused by the card provider: nothing was refunded',
    unknown: 'not confirmed yet: the card provider has not answered, and we keep checking every minute',
  },
}

export type AdminOrderView = ReturnType<typeof toAdminOrderView>

export interface TypedForms {
  cancel?: string
  refund?: TypedRefund
  refundSum?: Pence
  despatch?: TypedDespatch
  delay?: TypedDelay
  parcel?: TypedCarriage & { number: number; email: boolean }
  hold?: string
  freeReason?: string
  note?: string
  message?: string
  release?: { reason: string; lift: LiftChoice }
}

export interface AdminOrderPageProps {
  order: AdminOrderView & { paging: LinePaging }
  /** What was ordered, as a table. */
  lines: ServerPart
  /** The newest first. */
  returns: OrderReturnItem[]
  /** `getOrderVersion` of what is shown; sent with the forms, so that an outdated page changes nothing. */
  version: string
  /** A key of the forms, so that the same press twice despatches, writes or sends once. */
  requestKey: string
  /** The pick list that the page was opened from, which its form leads back to; null: from no list. */
  pickList: number | null
  typed: TypedForms
  /** What was typed into a form that the order no longer has. */
  discardedInput: DiscardedInput[]
  errors: FieldErrors
  /** The result of the last form when it does not belong to a field. */
  notice: string | null
}

/** How what is due of an order is to be paid. `linkSentAt`: when the customer was sent the payment link; null: never. */
function formatDue({ amountDue, method, payBy, contact: { email } }: Order, linkSentAt: Date | null): string {
  const amount = formatPounds(amountDue)
  if (method === 'counter' && linkSentAt === null) {
    const day = payBy === null ? '' : ` by ${formatDate(toIsoDate(payBy))}`
    return `${amount} is to be paid first${day}. Enter the payment when it is there.`
  }
  if (email === '')
    return `The customer has no email address: read the link out, or send it yourself. ${amount} is to be paid.`
  return linkSentAt === null
    ? `${email} gets an email with a link to pay ${amount}.`
    : `${email} was sent the link to pay ${amount} on ${formatDateTime(linkSentAt)}.`
}

/** It was placed free of charge without a reason, and waits for one before it is despatched. */
export const needsFreeReason = ({ method, freeReason, state }: Order): boolean =>
  method === 'godmode' && freeReason === null && isIn('isDespatchable', state)

/** 'Free of charge: warranty'. */
export const formatFreeOfCharge = ({
  kind,
  method,
  freeReason,
}: Pick<Order, 'kind' | 'method' | 'freeReason'>) =>
  `${formatMethod({ kind, method })}: ${lowerFirst(formatFreeReason(freeReason))}`

export const formatFreeReason = (reason: Order['freeReason']): string =>
  reason === null || reason === 'unrecorded' ? 'Reason not recorded' : freeReasons[reason]
