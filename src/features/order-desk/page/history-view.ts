import { formatMoment } from '../../../lib/dates.ts'
import { formatPounds } from '../../../lib/money.ts'
import { formatChange, formatHistory, isBeforePlacing } from '../../orders/history.ts'
import type { RefundSummary } from '../../payments/order-payments.ts'
import type { AdminOrderDetails } from '../admin-order.ts'
import type { AdminOrderView } from '../page-props.ts'
import { isVoided } from './payments-view.ts'

/** What happened to an order, for staff. */

/** With the notes, messages and voided payments, the newest first. */
export function toHistory(
  { history, notes, messages }: AdminOrderDetails,
  refunds: readonly RefundSummary[],
): AdminOrderView['history'] {
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

export const actorNames: Record<string, string> = {
  clock: 'Automatic',
  guest: 'Guest',
  'card provider': 'Card provider',
  demo: 'Demo data',
}
