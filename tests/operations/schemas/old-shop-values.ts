/** Columns that were renamed: today's name → the earlier one. */
export const earlierNames: Record<string, string> = {
  transaction_reference: 'vendor_tx_code',
  provider_transaction_id: 'vps_tx_id',
  provider_secret: 'security_key',
  payment_page_url: 'next_url',
  authorisation_code: 'tx_auth_no',
  provider_detail: 'status_detail',
  notification_reply: 'answer',
  completed_at: 'settled_at',
  delivery_cost: 'carriage',
  source_key: 'about',
  draft: 'answers',
}

export const address = {
  firstname: 'Tom',
  surname: 'Rade',
  company: 'Northfield Plant Hire',
  address1: 'Unit 4',
  address2: '',
  town: 'Leeds',
  county: '',
  postcode: 'LS3 1LH',
  country: 'GB',
  telephone: '0113 496 0101',
}

export const orderStates = {
  order: ['saved', 'awaiting_payment', 'placed', 'lapsed', 'superseded', 'payment_reversed', 'cancelled'],
  quote: ['quote_requested', 'quote_approved', 'quote_expired', 'quote_accepted'],
  approval_request: ['awaiting_approval', 'approved', 'rejected'],
} as const

export type OldKind = keyof typeof orderStates

const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

export const toReference = (index: number): string => `FH7K2M9QX${alphabet[index]}`
