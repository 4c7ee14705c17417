/** Shown beside the fields of the form. */
export const listFieldMessages = {
  noMake: 'Choose a manufacturer.',
  noModel: 'Choose a model.',
  noVariant: 'Choose a variant.',
  noName: 'Give the list a name.',
  product: 'That product is not in our catalogue.',
  quantity: 'Enter a quantity from 1 to 9,999.',
  tooManyFleetNumbers: (most: number) => `A list takes ${most} fleet numbers at most.`,
  longFleetNumber: (most: number) =>
    `A fleet number has ${most} characters at most. Put commas between them.`,
} as const

export type SaveRefusal = 'changed_meanwhile' | 'too_many_rows' | 'too_many_lists' | 'too_many_lines'

export const saveRefusalMessages: Record<SaveRefusal, string> = {
  changed_meanwhile: 'Somebody else has changed this list since you opened it, so yours was not saved.',
  too_many_rows: 'A list takes 1,000 products at most.',
  too_many_lists: 'There is room for 500 lists. Delete one that is no longer needed.',
  too_many_lines:
    'Your lists hold as many products as there is room for. Delete one that is no longer needed.',
}

// R-LIST-2.
export const deleteQuestion = {
  title: 'Confirm Deletion',
  text: 'Are you sure you want to delete this list?',
} as const

export const listMessages = {
  saved: 'The list was saved.',
  deleted: 'The list was deleted.',
  failed: 'That did not work: the shop could not be reached. What you typed is still here; please try again.',
  badToken: 'This form is no longer valid. Reload the page and try again.',
  machines: 'Enter a number of machines from 1 to 999.',
  emptyList: 'The list holds no products yet.',
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
