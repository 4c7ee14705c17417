import { formatQuantityError } from '../../lib/quantity.ts'

export const listFieldMessages = {
  noMake: 'Choose a manufacturer.',
  noModel: 'Choose a model.',
  noVariant: 'Choose a variant.',
  noName: 'Give the list a name.',
  product: 'That product is not in our catalogue.',
  quantity: formatQuantityError(),
  tooManyFleetNumbers: (most: number) => `A list can have up to ${most} fleet numbers.`,
  longFleetNumber: (most: number) =>
    `A fleet number can have up to ${most} characters. Put commas between fleet numbers.`,
} as const

export type SaveRefusal = 'changed_meanwhile' | 'too_many_rows' | 'too_many_lists' | 'too_many_lines'

export const saveRefusalMessages: Record<SaveRefusal, string> = {
  changed_meanwhile:
    'Somebody else has changed this list since you opened it, so your changes were not saved.',
  too_many_rows: 'A list can have up to 1,000 products.',
  too_many_lists: 'You can have up to 500 lists. Delete one you no longer need.',
  too_many_lines: 'Your lists are full. Delete one you no longer need.',
}

// R-LIST-2.
export const deleteQuestion = {
  title: 'Confirm Deletion',
  text: 'Are you sure you want to delete this list?',
} as const

export const listMessages = {
  saved: 'The list was saved.',
  deleted: 'The list was deleted.',
  failed: 'We couldn’t reach the shop. What you typed is still here; please try again.',
  badToken: 'This form is no longer valid. Reload the page and try again.',
  machines: 'Enter a number of machines from 1 to 999.',
  emptyList: 'The list has no products yet.',
} as const

/** 'Add the 4 filters of this machine'; when some of the `total` are on the list, 'Add the 2 missing filters'. */
export function formatAddFilters(missing: number, total: number): string {
  const formatFilters = (adjective: string) =>
    missing === 1 ? `Add the ${adjective}filter` : `Add the ${missing} ${adjective}filters`
  return missing === total ? `${formatFilters('')} of this machine` : formatFilters('missing ')
}

export function formatKitName(hours: number): string {
  return `${hours.toLocaleString('en-GB')} h service`
}
