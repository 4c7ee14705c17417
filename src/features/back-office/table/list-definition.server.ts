import type { FastifyInstance } from 'fastify'
import type { RawBuilder } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'
import type { CsvValue } from '../../../lib/csv.ts'
import type { IsoDate } from '../../../lib/dates.ts'
import type { RowCount } from '../../../lib/row-count.ts'
import type { HeldRight, RequiredRight } from '../../accounts/staff/staff-right.ts'
import type { MenuEntry } from '../navigation.ts'
import type { AdminDeps } from '../service.ts'
import type { ListCell, ListFigure } from './list-cell.ts'
import type { ListFilter } from './list-filter.ts'
import type { Direction } from './list-url.ts'
import type { ListLink } from './StaffListPage.tsx'

export type ListFilters = Record<string, ListFilter<string | number>>
export type FilterValues<F extends ListFilters> = {
  [Name in keyof F]: F[Name] extends ListFilter<infer Value> ? Value | null : never
}

/** What an address asks a list for. */
export interface ListSelection<Group extends string, F extends ListFilters> {
  group: Group
  /** What was typed into the search field; '': nothing. */
  query: string
  /** Null: not set. */
  filters: FilterValues<F>
  /** The key of a column. */
  sort: string
  direction: Direction
  rows: RowCount
}

export interface ListRequest<
  Group extends string,
  F extends ListFilters = Record<never, ListFilter<string>>,
> {
  db: Db
  choice: ListSelection<Group, F>
  /** The list's order: what follows 'order by'. */
  orderBy: RawBuilder<unknown>
  page: number
  size: number
  now: Date
  /** In London. */
  today: IsoDate
}

export interface LoadedRows<Row, Group extends string> {
  rows: readonly Row[]
  /** How many rows each group has; groups that are left out are not counted. */
  counts: Partial<Record<Group, number>>
  /** How many rows fit, where the search and filters do not narrow `counts`. */
  total?: number
  /** The rows are not in the order of the address. */
  isUnsorted?: boolean
  /** Of the table, where it is not the title. */
  caption?: string
  /** What was found, where that is not the number of rows: 'The 1,000 parts that fit best'. */
  matches?: string
  /** In the place of the list's own: it depends on what is listed. Null: none. */
  intro?: string | null
  /** Sums of what is listed, above the rows. */
  figures?: readonly ListFigure[]
  /** Sentences about what is listed, above the rows. */
  notes?: readonly string[]
}

/** The page that a cell is on. */
export interface ListContext {
  now: Date
  /** In London. */
  today: IsoDate
  /** What follows the '?' of the list: a form sends it along to come back. */
  view: string
  /** Of the person who looks at it. */
  rights: readonly HeldRight[]
}

interface ListSort {
  usual: Direction | ((group: string) => Direction)
  by: RawBuilder<unknown>
  /** Rows without it come last either way. */
  isNullable?: true
  /** The groups that it sorts, and the heading there; left out: all. */
  groups?: readonly string[]
  heading?: string
}

/** A column of the screen, of the export, or of both. */
export interface ListColumn<Row> {
  heading: string
  /** In the export, where it differs. */
  csvHeading?: string
  /** The column sorts the list. */
  sort?: ListSort
  cell?: (row: Row, page: ListContext) => ListCell
  csv?: (row: Row, today: IsoDate) => CsvValue
  /** Right-aligned. */
  isAmount?: boolean
  /** The last column: buttons side by side. */
  isActions?: boolean
  /** Left out of a page on which no row has it. */
  isOptional?: boolean
  /** In the card that a row is on phones: in its upper right corner, or left out; else one below the other. 'wide': left out of narrow tables too. */
  phone?: 'corner' | 'hidden' | 'wide'
  /** Before the cell on phones, where the headings are gone: 'Made by'. */
  phoneLabel?: string
}

export interface ListDefinition<Row, Group extends string, F extends ListFilters, Key extends string> {
  /** Of saved views, which are stored with it. */
  section: string
  url: `/admin${string}`
  /** Where its entry of the menu stands, or the section of the entry that it belongs to (`navigation.ts`). */
  menu: Pick<MenuEntry, 'position' | 'isRare'> | string
  right: RequiredRight
  title: string
  /** Of the browser's tab, where it is not the title. */
  tabTitle?: (choice: ListSelection<Group, F>) => string
  /** Of the export, where it is not the section. */
  fileName?: string
  /** What the rows are: 'pick list', 'pick lists'. */
  noun: [one: string, several: string]
  intro?: string
  /**
   * Groups by their key, in the order of their links: the name, and what is said when a group has no rows, 'There are no
   * orders here.' if it is left out.
   */
  groups: Record<Group, { name: string; empty?: string }>
  groupsLabel?: string
  /** The links to the groups are without the search, the filters and the sorting. */
  hasPlainGroups?: boolean
  /** The link to the first group, when another has no rows: 'All orders'. */
  all?: string
  /** The parameter of the group. */
  groupParameter?: string
  /** Beyond this many rows a group is not counted; its link says 'more'. */
  maxCounted?: number | ((group: Group) => number)
  /** `group`: what a search looks through, where that is not the group that is shown. */
  search?: { name: string; hint: string; advice?: string; all: string; group?: Group }
  filters?: F
  /** How many rows a page has unless its address says otherwise. */
  usualRows?: RowCount
  /** The first column with a cell is the heading of its row. */
  columns: Record<Key, ListColumn<NoInfer<Row>>>
  /** The column that sorts the list unless its address says otherwise. */
  sort: NoInfer<Key> | ((group: Group) => NoInfer<Key>)
  /** What orders rows that are equal by the sorted column. */
  tieBreaker: RawBuilder<unknown>
  load: (request: ListRequest<Group, F>) => Promise<LoadedRows<Row, Group>>
  /** For an export whose rows cost too much to be read at once: their ids in order, and then the rows of some of them. */
  inParts?: {
    listIds: (request: ListRequest<Group, F>) => Promise<readonly number[]>
    listRows: (db: Db, ids: readonly number[]) => Promise<readonly Row[]>
  }
  rowKey: (row: Row) => string | number
  /** Beside the heading. */
  actions?: readonly ListLink[]
  /** Below the pages. */
  back?: ListLink
}

/** Registers a list of staff. */
export type ListRoutes = (app: FastifyInstance, deps: AdminDeps) => void
