// The words that the specification quotes in its sections 5 (validation) and 8 (errors), and the calls of section 7.
// What stands in braces is put in when it is shown.

export const messages = [
  // Contact
  '{field} is required.',
  'Email address not valid.',
  'Email address already exists.',
  'Existing account',
  'The details you provided are invalid.',
  // New address
  '{label} is invalid.',
  'Country is invalid.',
  'Postcode is invalid',
  'The delivery address details you have provided are invalid.',
  'The billing address details you have provided are invalid.',
  'In order to process your order to Norway we will need your TAX code for customs purposes',
  // Place order
  'Invalid delivery method chosen.',
  'Invalid payment method chosen.',
  'Billing address contains errors.',
  'Delivery address contains errors.',
  'Billing country address is invalid.',
  'Delivery country address is invalid.',
  'Billing postcode is invalid.',
  'Delivery postcode is invalid.',
  'Order number is empty',
  'You need to agree before completing your order',
  // Basket and search
  'There is a minimum order value of £{value} exc. VAT',
  'Please enter your email address',
  'Cannot have more than 5 lists per wallpaper.',
  // Error catalogue
  'Error',
  'Unable to add to basket',
  'Error: Unable to add to basket',
  "Sorry, that code doesn't match any current offer.",
  'Thank you! The discount has been added to your basket.',
  'An Error occurred while loading the checkout',
  'Validation Error: There are no delivery options for this address',
  'Error loading delivery options',
  'Sorry, we cannot find a suitable delivery date for your order. Please check your delivery details above.',
  'Error saving delivery information',
  'Please remove this item from your basket.',
  'Please remove these items from your basket.',
  'Return to basket',
  'Subscribed',
  'You have been successfully subscribed',
  'Settings saved',
  'Confirm Deletion',
  'Are you sure you want to delete this list?',
  'Your basket is empty',
  'No Products found',
  'Use the side menu to refine products',
]

/** Messages of rooms that are not built yet. The list can only shrink. */
export const messagesNotYet: string[] = []

export const calls = [
  'POST /basket/add/single',
  'GET /account/addresses',
  'POST /checkout/load',
  'POST /checkout/delivery',
  'POST /checkout/save',
  'POST /checkout/complete',
  'POST /checkout/send-approval',
  'POST /account/exists',
  'POST /basket',
  'POST /basket/discount',
  'DELETE /basket/discount',
  'GET /search',
  'GET /filter-finder/manufacturers',
  'GET /filter-finder/attributes',
  'GET /filter-finder/search',
  'POST /account/approvals',
  'POST /account/productlists',
  'PUT /account/productlists/:id',
  'DELETE /account/productlists/:id',
]

/** Calls of rooms that are not built yet. The list can only shrink. */
export const callsNotYet: string[] = []
