import { formatMoment } from '../../lib/dates.ts'
import type { OrderEmail } from './correspondence.ts'

/** An e-mail about an order or a quote, for staff. */
export interface EmailView {
  id: number
  name: string
  recipient: string
  when: string
  iso: string
  state: string
  hasFailed: boolean
  canBeSentAgain: boolean
}

export function toEmailView(
  email: OrderEmail,
  { name = email.name, canBeSentAgain = email.sendAgainTo !== null }: Partial<EmailView> = {},
): EmailView {
  const { id, recipient, createdAt, sentAt, hasFailed } = email
  return {
    id,
    name,
    recipient,
    ...formatMoment(sentAt ?? createdAt),
    state: sentAt
      ? 'Sent'
      : hasFailed
        ? 'Not sent yet: the mail server refused it. We keep trying.'
        : 'Waiting to be sent',
    hasFailed,
    canBeSentAgain,
  }
}

const recipientFormat = new Intl.ListFormat('en-GB')

/** 'tom@example.com and helen@example.com'. */
export const formatRecipients = (addresses: readonly string[]): string => recipientFormat.format(addresses)
