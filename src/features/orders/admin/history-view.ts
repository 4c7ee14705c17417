import { formatMoment } from '../../../lib/dates.ts'
import type { OrderEmail } from '../correspondence/correspondence.ts'
import { type EmailView, toEmailView } from '../correspondence/email-view.ts'
import { getEmailName, isForCustomer } from '../emails/email-names.ts'
import { formatHistory } from '../history.ts'
import type { AdminOrderDetails } from './admin-order.ts'
import type { AdminOrderView } from './page-props.ts'

/** What happened to an order, for staff. */

/** With the notes and messages, in the order of time. */
export function toHistory({ history, notes, messages }: AdminOrderDetails): AdminOrderView['history'] {
  const entries = [
    ...history.map(({ at, who, ...row }) => ({
      at,
      who: actorNames[who] ?? who,
      what: formatHistory(row),
      text: null,
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
  ]
  return entries
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ at, ...entry }) => ({ ...formatMoment(at), ...entry }))
}

export const toEmail = (email: OrderEmail): EmailView =>
  toEmailView(email, { name: getName(email), canBeSentAgain: isForCustomer(email.kind) })

const getName = ({ kind, parcel }: OrderEmail): string =>
  parcel === null ? getEmailName(kind) : `Parcel ${parcel} despatched`

export const actorNames: Record<string, string> = {
  clock: 'Automatic',
  guest: 'Guest',
  'card provider': 'Card provider',
  demo: 'Demo data',
}
