import { notOpenMessage } from '../../lib/not-open.ts'
export type DeliveryRefusal = 'no_options' | 'no_date' | 'not_open'

export type ChoiceRefusal = 'not_offered' | 'day_gone'

// R-CHECKOUT-25.
export const deliveryMessages: Record<DeliveryRefusal, string> = {
  no_options: 'Validation Error: There are no delivery options for this address',
  no_date:
    'Sorry, we cannot find a suitable delivery date for your order. Please check your delivery details above.',
  // R-EMPTY-2.
  not_open: notOpenMessage,
}

export const choiceMessages: Record<ChoiceRefusal, string> = {
  // R-CHECKOUT-12.
  not_offered: 'Invalid delivery method chosen.',
  day_gone: 'That delivery day can no longer be kept. Please choose from the new dates.',
}
