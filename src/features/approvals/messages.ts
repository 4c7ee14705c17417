import type { ApprovalSettingsRefusal } from './rules.ts'

const maxRejectionReasonLength = 500

/** What is wrong with the reason of a rejection; null: nothing. */
export function findReasonError(reason: string): string | null {
  if (reason.trim() === '') return 'Please give a reason, so that the sender knows what to do.'
  if (reason.length <= maxRejectionReasonLength) return null
  return `Please give the reason in at most ${maxRejectionReasonLength} characters.`
}

/** A rejection whose reason was not valid. */
export interface RejectedReason {
  /** Of the order. */
  id: number
  reason: string
  error: string
}

export const settingsSavedMessage = 'Settings saved'

export const approvalSettingsMessages: Record<ApprovalSettingsRefusal, string> = {
  not_a_head_buyer: 'Only head buyers can set whose orders need approval.',
  not_yours: 'Somebody on the list isn’t in your company, so nothing was changed.',
  bad_amount: 'Enter each daily limit in pounds, up to £1,000,000, or leave it empty. Nothing was changed.',
  yourself: 'You can’t set this for yourself: ask another head buyer. Nothing was changed.',
}

export const toLimitFieldId = (userId: number): string => `limit-${userId}`

/** For the audit. */
export const approvalSettingsFaults: Record<ApprovalSettingsRefusal, string> = {
  not_a_head_buyer: 'no head buyer',
  not_yours: 'with somebody who isn’t in the company',
  bad_amount: 'with a daily limit that is no amount',
  yourself: 'with their own setting',
}

export const deputyMessages = {
  none: 'Nobody is standing in for you.',
  saved: (name: string, from: string, until: string) =>
    `${name} can approve or reject requests for you from ${from} to ${until}.`,
}

export const formatApprovedMessage = (reference: string, placedReference: string, sender: string): string =>
  `Request ${reference} has been approved and placed as order ${placedReference}. ${sender} will get an email.`

export const formatRejectedMessage = (reference: string, sender: string): string =>
  `Order ${reference} was rejected. ${sender} will get an email with your reason.`

export const settingsFailedMessage = 'Your settings could not be saved. Check your connection and try again.'

/** What is different from the request, on the approvals page. */
export const waitingMessages = {
  /** `day`: null while it is not known. */
  dayChanged: (requested: string, day: string | null) =>
    `Delivery on ${requested} is no longer possible. ${day === null ? 'We will tell you the day.' : `If you approve it now, the delivery is on ${day}.`}`,
  totalChanged: (total: string, requested: string) =>
    `The total is now ${total}: it was ${requested} when the request was sent.`,
}
