import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../infra/app-context.ts'
import { toPageResult } from '../../../infra/pages/render.ts'
import type { CsvValue } from '../../../lib/csv.ts'
import { type IsoDate, toLondonTime } from '../../../lib/dates.ts'
import { parseRowCount, type RowCount, rowCounts } from '../../../lib/row-count.ts'
import { type HeldRight, listHeldRights, type RequiredRight } from '../../accounts/staff/staff-right.ts'
import { pluralize } from '../../catalogue/listing.ts'
import type { AdminSection } from '../navigation.ts'
import { type AdminDeps, addAdminPage } from '../service.ts'
import type { ListCell } from './list-cell.ts'
import type { ListFilter } from './list-filter.ts'
import { toGroupFilters, toListQuery } from './list-page.ts'
import { listStaffOptions } from './queries.ts'
import { runListQuery } from './run-list-query.server.ts'
import { type ListLink, type StaffListProps, staffListPage } from './StaffListPage.tsx'
import { toExportUrl, toViewUrl, type ViewSection } from './saved-view.ts'
import { listParameters } from './schemas.ts'
import { addCsvExport, listSavedViews, maxExportedRows } from './service.ts'
import { type Direction, toSortLink } from './sorting.ts'

type ListFilters = Record<string, ListFilter<string | number>>
type FilterValues<F extends ListFilters> = {
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
  /** What was found, where that is not the number of rows: 'The 1,000 parts that fit best'. */
  matches?: string
  /** In the place of the list's own: it depends on what is listed. Null: none. */
  intro?: string | null
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

/** A column of the screen, of the export, or of both. */
export interface ListColumn<Row> {
  heading: string
  /** In the export, where it differs. */
  csvHeading?: string
  /** The column sorts the list; `by` is its SQL, of which nothing comes last either way where it `isNullable`. */
  sort?: {
    usual: Direction | ((group: string) => Direction)
    by: RawBuilder<unknown>
    isNullable?: true
  }
  cell?: (row: Row, page: ListContext) => ListCell
  csv?: (row: Row, today: IsoDate) => CsvValue
  /** Right-aligned. */
  isAmount?: boolean
  /** The last column: buttons side by side. */
  isActions?: boolean
  /** Left out of a page on which no row has it. */
  isOptional?: boolean
  /** In the card that a row is on phones: in its upper right corner, or left out; else one below the other. */
  phone?: 'corner' | 'hidden'
  /** Before the cell on phones, where the headings are gone: 'Made by'. */
  phoneLabel?: string
}

interface ListDefinition<Row, Group extends string, F extends ListFilters, Key extends string> {
  /** Of saved views; it has the list's address (saved-view.ts). */
  section: ViewSection
  /** The entry of the menu that is marked. */
  menu: AdminSection
  right: RequiredRight
  title: string
  /** Of the export, where it is not the section. */
  fileName?: string
  /** What the rows are: 'pick list', 'pick lists'. */
  noun: [one: string, several: string]
  intro?: string
  /** Groups by their key, in the order of their links: the name, and what is said when a group has no rows. */
  groups: Record<Group, { name: string; empty: string }>
  groupsLabel?: string
  /** The link to the first group, when another has no rows: 'All orders'. */
  all?: string
  /** The parameter of the group. */
  groupParameter?: string
  /** Beyond this many rows a group is not counted; its link says 'more'. */
  maxCounted?: number
  /** `group`: what a search looks through, where that is not the group that is shown. */
  search?: { name: string; hint: string; advice?: string; all: string; group?: Group }
  filters?: F
  /** How many rows a page has unless its address says otherwise. */
  usualRows?: RowCount
  /** The first column with a cell is the heading of its row. */
  columns: Record<Key, ListColumn<NoInfer<Row>>>
  /** The column that sorts the list unless its address says otherwise. */
  sort: NoInfer<Key>
  /** What orders rows that are equal by the sorted column. */
  tieBreaker: RawBuilder<unknown>
  load: (request: ListRequest<Group, F>) => Promise<LoadedRows<Row, Group>>
  rowKey: (row: Row) => string | number
  /** Beside the heading. */
  actions?: readonly ListLink[]
  /** Below the pages. */
  back?: ListLink
}

/** Registers a list of staff. */
export type ListRoutes = (app: FastifyInstance, deps: AdminDeps) => void

/**
 * Declares a list of staff (R-ADMIN-6): its page with groups, search, filters, sorting, saved views, pages and a layout for
 * phones, and its export as CSV. SQL is written by hand in `load`. Exemplar: `pick-lists.server.ts`.
 */
export function defineList<Row, Group extends string, F extends ListFilters, Key extends string>(
  list: ListDefinition<Row, Group, F, Key>,
): ListRoutes {
  type Choice = ListSelection<Group, F>
  const { section, right, title, groups, noun, groupParameter = 'show' } = list
  const { maxCounted = Number.MAX_SAFE_INTEGER, usualRows = rowCounts[0] } = list
  const [usualGroup, ...otherGroups] = Object.keys(groups) as [Group, ...Group[]]
  const hasGroups = otherGroups.length > 0
  const filters = Object.entries<ListFilter<string | number>>(list.filters ?? {})
  const columns = Object.entries<ListColumn<Row>>(list.columns)
  const displayed = columns.filter(([, column]) => column.cell !== undefined)
  const exported = columns.filter(([, column]) => column.csv !== undefined)
  const sorts = new Map(columns.flatMap(([key, { sort }]) => (sort ? [[key, sort] as const] : [])))

  const getUsual = (key: string, group: string): Direction => {
    const { usual } = sorts.get(key)!
    return typeof usual === 'string' ? usual : usual(group)
  }

  // What an address cannot have counts as absent, so nothing here throws.
  const groupKey = z.enum([usualGroup, ...otherGroups]).catch(usualGroup)
  const sortKey = z
    .string()
    .refine(key => sorts.has(key))
    .catch(list.sort)
  const query = z
    .looseObject({
      query: listParameters.query,
      sort: sortKey,
      direction: listParameters.direction,
      rows: z.string().optional().catch(undefined),
      page: listParameters.page,
    })
    .transform(({ query, sort, direction: chosen, rows, page, ...parameters }) => {
      const group = groupKey.parse(parameters[groupParameter]) as Group
      const direction = chosen ?? getUsual(sort, group)
      const values = filters.map(([name, { schema }]) => [name, schema.parse(parameters[name])])
      const choice: Choice = {
        group,
        query,
        filters: Object.fromEntries(values) as FilterValues<F>,
        sort,
        direction,
        rows: parseRowCount(rows, usualRows),
      }
      return { choice, page }
    })

  const toParameters = ({ group, query }: Pick<Choice, 'group' | 'query'>): Record<string, string> => ({
    ...(hasGroups && { [groupParameter]: group }),
    query,
  })
  /** The usual sorting is left out. */
  const toSorting = ({ group, sort, direction, rows }: Choice): Record<string, string> => ({
    ...((sort !== list.sort || direction !== getUsual(sort, group)) && { sort, direction }),
    rows: rows === usualRows ? '' : String(rows),
  })
  const toFilterValues = (choice: Choice): Record<string, string | null> =>
    mapValues<string, string | number | null, string | null>(choice.filters, value =>
      value === null ? null : String(value),
    )
  const toQuery = (choice: Choice): string =>
    toListQuery({ ...toParameters(choice), ...toFilterValues(choice), ...toSorting(choice) })
  const normalise = (text: string): string =>
    toQuery(query.parse(Object.fromEntries(new URLSearchParams(text))).choice)
  const toUrl = (choice: Choice): string => toViewUrl(section, toQuery(choice))
  const toClearUrl = (choice: Choice): string | null => {
    const values = toFilterValues(choice)
    if (Object.values(values).every(value => value === null)) return null
    return toUrl({ ...choice, filters: mapValues(values, () => null) as FilterValues<F> })
  }

  const load = (db: Db, choice: Choice, window: { page: number; size: number }, now: Date) => {
    const direction = choice.direction === 'up' ? sql`asc` : sql`desc`
    const { by, isNullable } = sorts.get(choice.sort)!
    // Only where there are nulls: an index does not serve 'desc nulls last'.
    const orderBy = sql`${by} ${direction} ${isNullable ? sql`nulls last` : sql``}, ${list.tieBreaker} ${direction}`
    return runListQuery(() =>
      list.load({ db, choice, orderBy, ...window, now, today: toLondonTime(now).date }),
    )
  }

  const toHeading = (key: string, { heading, sort }: ListColumn<Row>, choice: Choice) =>
    sort === undefined
      ? heading
      : toSortLink(choice, { sort: key, name: heading, usual: getUsual(key, choice.group) }, sorting =>
          toUrl({ ...choice, ...sorting }),
        )

  const toGroupLinks = (choice: Choice, counts: Partial<Record<Group, number>>) =>
    toGroupFilters(
      mapValues<Group, { name: string }, string>(groups, ({ name }) => name),
      choice.group,
      {
        count: group => (counts[group] === undefined ? null : Math.min(counts[group], maxCounted)),
        isMore: group => (counts[group] ?? 0) > maxCounted,
        toUrl: group => toUrl({ ...choice, group }),
      },
    )

  return (app, deps) => {
    const { db, now } = deps.context
    const getToday = () => toLondonTime(now()).date

    addAdminPage(
      deps,
      toViewUrl(section, ''),
      { right, query },
      async ({ query: { choice, page }, staff }) => {
        const viewQuery = toQuery(choice)
        const [
          { rows, counts, total: fitting, matches, intro = list.intro ?? null, notes = [] },
          views,
          people,
        ] = await Promise.all([
          load(db, choice, { page, size: choice.rows }, now()),
          listSavedViews(db, staff.id, section, viewQuery, normalise),
          filters.some(([, { field }]) => field === 'staff') ? listStaffOptions(db) : [],
        ])
        if (rows.length === 0 && page > 1) return { to: toViewUrl(section, viewQuery) }
        const context = { now: now(), today: getToday(), view: viewQuery, rights: listHeldRights(staff) }
        const cells = new Map(
          displayed.map(([key, { cell }]) => [key, rows.map(row => cell!(row, context))] as const),
        )
        const onPage = displayed.filter(
          ([key, { isOptional }]) => !isOptional || cells.get(key)!.some(cell => cell !== null),
        )
        const counted = fitting ?? counts[choice.group] ?? rows.length
        const total = Math.min(counted, maxCounted)
        const values = toFilterValues(choice)
        const props: StaffListProps = {
          section,
          menu: list.menu,
          title,
          intro,
          actions: list.actions ?? [],
          back: list.back ?? null,
          groups: hasGroups
            ? { label: list.groupsLabel ?? title, links: toGroupLinks(choice, counts) }
            : null,
          search: list.search ? { ...list.search, text: choice.query } : null,
          searchHidden: {
            ...toParameters({ group: list.search?.group ?? choice.group, query: '' }),
            ...toSorting(choice),
          },
          fields: filters.map(([name, { label, field, none }]) => ({
            name,
            label,
            value: values[name] ?? '',
            options: field === 'day' ? null : field === 'staff' ? people : field,
            none: none ?? 'Any',
          })),
          hidden: { ...toParameters(choice), ...toSorting(choice) },
          clearUrl: toClearUrl(choice),
          result: {
            noun: noun[1],
            matches:
              matches ??
              (counted > maxCounted
                ? `More than ${pluralize(maxCounted, ...noun)}`
                : pluralize(total, ...noun)),
            none: groups[choice.group].empty,
            all:
              list.all === undefined || choice.group === usualGroup
                ? null
                : { name: list.all, url: toUrl({ ...choice, group: usualGroup }) },
          },
          notes,
          columns: onPage.map(([key, column]) => ({
            heading: toHeading(key, column, choice),
            isAmount: column.isAmount ?? false,
            isActions: column.isActions ?? false,
            phone: column.phone ?? null,
            phoneLabel: column.phoneLabel ?? '',
          })),
          rows: rows.map((row, nth) => ({
            key: String(list.rowKey(row)),
            cells: onPage.map(([key]) => cells.get(key)![nth]!),
          })),
          rowCount: choice.rows,
          rowCounts: rowCounts.map(count => ({ count, url: toUrl({ ...choice, rows: count }) })),
          views,
          viewQuery,
          total,
          page,
          pages: Math.ceil(total / choice.rows),
        }
        return toPageResult(staffListPage, props, { title })
      },
    )

    addCsvExport(app, deps, toExportUrl(section), {
      right,
      query,
      fileName: list.fileName ?? section,
      columns: exported.map(([, { heading, csvHeading = heading }]) => csvHeading),
      listIds: async ({ choice }) => (await load(db, choice, { page: 1, size: maxExportedRows }, now())).rows,
      listRows: async rows => rows.map(row => exported.map(([, { csv }]) => csv!(row, getToday()))),
    })
  }
}

const mapValues = <Key extends string, From, To>(record: Record<Key, From>, map: (value: From) => To) =>
  Object.fromEntries(Object.entries<From>(record).map(([key, value]) => [key, map(value)])) as Record<Key, To>
