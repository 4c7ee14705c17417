import { formatPounds, type Pence } from '../../../lib/money.ts'
import type { StateDescription } from '../../../ui/StateLabel.tsx'

/** A sum of what is listed. */
export interface ListFigure {
  name: string
  amount: Pence
  /** What it is made of; ''. */
  note: string
}

/** What a cell of a list shows: one part, parts one below the other, or nothing. It is data, so that the list's rows can be hydrated. */
export type ListCell = ListCellPart | ListCellPart[] | null

export type ListCellPart = string | ListText | ListState | ListInline | ListForm | ListDisclosure

export interface ListText {
  /** Several: parts of one sentence, such as '2 × ', a part number with its link, ' and 3 more'. */
  text: string | readonly (string | ListText)[]
  /** What it leads to. */
  url?: string
  /** Before the text: displayed on phones, elsewhere read out. */
  label?: string
  /** Before the text, in the same link: 'Pick list'. */
  kind?: string
  /** A part number or a reference: in mono, never broken. */
  isCode?: boolean
  isStrong?: boolean
  isUnbroken?: boolean
  isSmall?: boolean
  /** What it leads to is displayed as a button. */
  isButton?: boolean
  tone?: 'muted' | 'late' | 'danger' | 'stock'
  /** Read out and not displayed, after the text: ' for FH4R2K9Q'. */
  spoken?: string
}

export interface ListState {
  state: StateDescription
}

/** Parts on one line. */
export interface ListInline {
  inline: ListCellPart[]
}

/** A button that posts to an address. With `confirmation` it opens a sentence and the button that does it. */
export interface ListForm {
  action: string
  fields: Record<string, string>
  button: string
  /** After the button's text, read out by a screen reader: 'for FH4R2K9Q'. */
  spoken: string
  confirmation?: {
    text: string
    button: string
    /** What is typed first, of the type of its input. */
    field?: { name: string; label: string; type: 'email'; value: string }
  }
}

/** What is read by a press on the summary. */
export interface ListDisclosure {
  summary: string
  details: string
}

export const muted = (text: string): ListText => ({ text, tone: 'muted' })

/** A column of short texts, each on one line, which is left out of a page that has none. */
export const textColumn = <Row>(heading: string, get: (row: Row) => string) => ({
  ...{ heading, phoneLabel: heading, isOptional: true },
  cell: (row: Row): ListCell => (get(row) === '' ? null : { text: get(row), isUnbroken: true }),
  csv: get,
})

/** A column of sums of money, which has none where `get` returns null; `isBad`: displayed as a warning. */
export const moneyColumn = <Row>(
  heading: string,
  get: (row: Row) => Pence | null,
  { isBad, isStrong }: { isBad?: (amount: Pence) => boolean; isStrong?: boolean } = {},
) => ({
  ...{ heading, phoneLabel: heading, isAmount: true },
  cell: (row: Row): ListCell => {
    const amount = get(row)
    if (amount === null) return null
    const text = formatPounds(amount)
    return isBad?.(amount)
      ? { text, tone: 'danger', isStrong: true }
      : { text, ...(isStrong && { isStrong }) }
  },
  csv: (row: Row) => {
    const amount = get(row)
    return amount === null ? '' : { pence: amount }
  },
})
