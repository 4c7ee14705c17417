import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import { formatAddressLines } from '../../../lib/contact/address.ts'
import { toContactView } from '../../../lib/contact/contact-view.ts'
import { formatDateOf, formatMoment } from '../../../lib/dates.ts'
import type { Pence } from '../../../lib/money.ts'
import type { StateDescription } from '../../../ui/StateLabel.tsx'
import type { DiscardedInput } from '../../back-office/DiscardedInputs.tsx'
import { adminOrderUrl } from '../../back-office/navigation.ts'
import type { Order } from '../../orders/order.ts'
import {
  formatReturnNumber,
  isReturnOpen,
  type Returnable,
  type ReturnHistoryEntry,
  type ReturnRequest,
  type ReturnState,
  reasonNames,
  returnStateDescriptions,
  staffStateNames,
} from '../returns.ts'
import { getProposedCharge } from '../rules.ts'
import { toCreditNoteLink, toPictureUrls } from '../view.ts'
import { formatReturnStep } from './messages.ts'
import { countReceivable, proposeInspection, type TypedInspection, type TypedQuantity } from './rules.ts'

export const adminReturnsUrl = '/admin/returns' as const
export const toAdminReturnUrl = (id: number): string => `${adminReturnsUrl}/${formatReturnNumber(id)}`

export const describeForStaff = (state: ReturnState): StateDescription => ({
  text: staffStateNames[state],
  tone: isReturnOpen(state) ? 'waiting' : returnStateDescriptions[state].tone,
})

export interface CreditProposal {
  delivery: boolean
  /** Null: the order had no delivery charge. */
  deliveryCost: Pence | null
  /** What staff do, before and after the sum (`moneyBackWords`); null: it is credited to the account. */
  moneyBack: readonly [before: string, after: string] | null
  button: string
  /** Inc VAT; null: nothing of it can be credited. */
  total: Pence | null
}

interface AdminReturnParts {
  request: ReturnRequest
  order: Order
  returnable: readonly Returnable[]
  history: readonly ReturnHistoryEntry[]
  returns: { chargePercent: number | null; address: string[] }
  /** Of an inspected return; null: it is not to be credited now. */
  credit: CreditProposal | null
}

export type AdminReturnView = ReturnType<typeof toAdminReturnView>

export function toAdminReturnView({
  request,
  order,
  returnable,
  history,
  returns,
  credit,
}: AdminReturnParts) {
  const { id, state, reason, reference } = request
  const url = toAdminReturnUrl(id)
  return {
    number: formatReturnNumber(id),
    url,
    state,
    label: describeForStaff(state),
    date: formatDateOf(request.requestedAt),
    reference,
    orderUrl: adminOrderUrl(reference),
    reason: reasonNames[reason],
    details: request.details,
    pictures: toPictureUrls(url, request.pictureCount),
    reply: request.reply,
    chargePercent: request.chargePercent,
    /** What an authorisation may deduct, in percent; 0: nothing. */
    proposedCharge: getProposedCharge(reason, order.companyId, returns.chargePercent),
    lines: request.lines.map(({ productId: _, ...line }) => ({
      ...line,
      /** How many can come: what was despatched, less what other returns take up. */
      receivable: countReceivable(line, returnable),
      proposed: proposeInspection(line, reason),
    })),
    customer: {
      ...toContactView(order.contact, order.delivery.country),
      company: order.delivery.company,
      address: formatAddressLines(order.delivery),
    },
    email: request.email,
    hasAddress: returns.address.length > 0,
    credit,
    creditNote: toCreditNoteLink(request, adminOrderUrl(reference)),
    history: history.map(entry => ({
      what: formatReturnStep(entry),
      who: entry.who,
      ...formatMoment(entry.at),
    })),
  }
}

export interface TypedReturnForms {
  authorise?: { lines: readonly TypedQuantity[]; charge: boolean; note: string }
  refuse?: { reason: string }
  receive?: { lines: readonly TypedQuantity[] }
  inspect?: { lines: readonly TypedInspection[] }
  close?: { reason: string }
  credit?: { lines: readonly TypedQuantity[]; delivery: boolean; charge: boolean }
}

export interface ReturnFormState {
  version: number
  requestKey: string
  typed: TypedReturnForms
  errors: FieldErrors
  notice: string | null
  /** What was typed into a form that is not on the page any more. */
  discardedInput: DiscardedInput[]
}

const formStates: Record<keyof TypedReturnForms, readonly ReturnState[]> = {
  authorise: ['requested'],
  refuse: ['requested'],
  receive: ['authorised'],
  inspect: ['received'],
  close: ['authorised', 'inspected'],
  credit: ['inspected'],
}

export type AdminReturnPageProps = ReturnFormState & { view: AdminReturnView }

/** The state of the return has no such form any more. */
export const hasGoneForm = (state: ReturnState, typed: TypedReturnForms): boolean =>
  (Object.keys(typed) as (keyof TypedReturnForms)[]).some(form => !formStates[form].includes(state))

/** What was typed into a form that the state of the return no longer has. */
export function listDiscardedInput(
  state: ReturnState,
  typed: TypedReturnForms,
): ReturnFormState['discardedInput'] {
  const isDiscarded = (form: keyof TypedReturnForms) => !formStates[form].includes(state)
  const { authorise, refuse, receive, inspect, close, credit } = typed
  const facts: [string, string][] = []
  if (authorise && isDiscarded('authorise'))
    facts.push(['Accepted', formatPieces(authorise.lines)], ['Note to the customer', authorise.note])
  if (refuse && isDiscarded('refuse')) facts.push(['Reason', refuse.reason])
  if (receive && isDiscarded('receive')) facts.push(['Received', formatPieces(receive.lines)])
  if (inspect && isDiscarded('inspect'))
    facts.push([
      'Inspected',
      inspect.lines
        .map(line =>
          `line ${line.position}: ${line.restocked || 0} into stock, ${line.scrapped || 0} scrapped ${line.note}`.trim(),
        )
        .join('; '),
    ])
  if (credit && isDiscarded('credit')) facts.push(['Credited', formatPieces(credit.lines)])
  if (close && isDiscarded('close')) facts.push(['Reason', close.reason])
  return facts.filter(([, text]) => text !== '').map(([name, text]) => ({ name, text }))
}

const formatPieces = (lines: readonly TypedQuantity[]): string =>
  lines
    .filter(({ quantity }) => quantity !== '')
    .map(({ position, quantity }) => `line ${position}: ${quantity}`)
    .join(', ')
