import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../infra/app-context.ts'
import { toPageResult } from '../../../infra/pages/render.ts'
import { pluralize } from '../../../lib/count.ts'
import { toLondonTime } from '../../../lib/dates.ts'
import { parseRowCount, rowCounts } from '../../../lib/row-count.ts'
import { listHeldRights } from '../../accounts/staff/staff-right.ts'
import type { AdminFilter } from '../AdminFilters.tsx'
import { addAdminPage } from '../service.ts'
import type {
  FilterValues,
  ListColumn,
  ListContext,
  ListDefinition,
  ListFilters,
  ListRequest,
  ListRoutes,
  ListSelection,
  LoadedRows,
} from './list-definition.server.ts'
import type { FilterOption, ListFilter } from './list-filter.ts'
import { type Direction, toExportUrl, toListQuery, toListUrl, toSortLink } from './list-url.ts'
import { listSourceOptions } from './queries.ts'
import { type StaffListProps, staffListPage } from './StaffListPage.tsx'
import { listParameters } from './schemas.ts'
import { addCsvExport, listSavedViews, maxExportedRows } from './service.ts'

export type { ListColumn, ListRequest, ListRoutes } from './list-definition.server.ts'

/**
 * Declares a list of staff (R-ADMIN-6): its page with groups, search, filters, sorting, saved views, pages and a layout for
 * phones, and its export as CSV. SQL is written by hand in `load`. Exemplar: `pick-lists.server.ts`.
 */
export function defineList<Row, Group extends string, F extends ListFilters, Key extends string>(
  list: ListDefinition<Row, Group, F, Key>,
): ListRoutes {
  type Choice = ListSelection<Group, F>
  const { section, url, menu, right, title, groups, noun, groupParameter = 'show' } = list
  const { maxCounted = Number.MAX_SAFE_INTEGER, usualRows = rowCounts[0], sort: usualSort } = list
  const getMaxCounted = typeof maxCounted === 'number' ? () => maxCounted : maxCounted
  const getUsualSort = typeof usualSort === 'string' ? () => usualSort : usualSort
  const groupKeys = Object.keys(groups) as [Group, ...Group[]]
  const [usualGroup] = groupKeys
  const hasGroups = groupKeys.length > 1
  const filters = Object.entries<ListFilter<string | number>>(list.filters ?? {})
  const columns = Object.entries<ListColumn<Row>>(list.columns)
  const displayed = columns.filter(([, column]) => column.cell !== undefined)
  const exported = columns.filter(([, column]) => column.csv !== undefined)
  const sorts = new Map(columns.flatMap(([key, { sort }]) => (sort ? [[key, sort] as const] : [])))

  const getUsual = (key: string, group: string): Direction => {
    const { usual } = sorts.get(key)!
    return typeof usual === 'string' ? usual : usual(group)
  }

  const canSort = (key: string, group: Group): boolean =>
    sorts.has(key) && (sorts.get(key)!.groups?.includes(group) ?? true)

  // What an address cannot have counts as absent, so nothing here throws.
  const groupKey = z.enum(groupKeys).catch(usualGroup)
  const query = z
    .looseObject({
      query: listParameters.query,
      sort: z.string().optional().catch(undefined),
      direction: listParameters.direction,
      rows: z.string().optional().catch(undefined),
      page: listParameters.page,
    })
    .transform(({ query, sort: column, direction: chosen, rows, page, ...parameters }) => {
      const group = groupKey.parse(parameters[groupParameter]) as Group
      const sort = column !== undefined && canSort(column, group) ? column : getUsualSort(group)
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
  const toRowsParameter = ({ rows }: Pick<Choice, 'rows'>): string => (rows === usualRows ? '' : String(rows))
  /** The usual sorting is left out. */
  const toSorting = ({ group, sort, direction, rows }: Choice): Record<string, string> => ({
    ...((sort !== getUsualSort(group) || direction !== getUsual(sort, group)) && { sort, direction }),
    rows: toRowsParameter({ rows }),
  })
  const toFilterValues = (choice: Choice): Record<string, string | null> =>
    mapValues<string, string | number | null, string | null>(choice.filters, value =>
      value === null ? null : String(value),
    )
  const toQuery = (choice: Choice): string =>
    toListQuery({ ...toParameters(choice), ...toFilterValues(choice), ...toSorting(choice) })
  const normalise = (text: string): string =>
    toQuery(query.parse(Object.fromEntries(new URLSearchParams(text))).choice)
  const toUrl = (choice: Choice): string => toListUrl(url, toQuery(choice))
  const toClearUrl = (choice: Choice): string | null => {
    const values = toFilterValues(choice)
    if (Object.values(values).every(value => value === null)) return null
    return toUrl({ ...choice, filters: mapValues(values, () => null) as FilterValues<F> })
  }

  const toRequest = (
    db: Db,
    choice: Choice,
    window: { page: number; size: number },
    now: Date,
  ): ListRequest<Group, F> => {
    const direction = choice.direction === 'up' ? sql`asc` : sql`desc`
    const { by, isNullable } = sorts.get(choice.sort)!
    // Only where there are nulls: an index does not serve 'desc nulls last'.
    const orderBy = sql`${by} ${direction} ${isNullable ? sql`nulls last` : sql``}, ${list.tieBreaker} ${direction}`
    return { db, choice, orderBy, ...window, now, today: toLondonTime(now).date }
  }

  const toHeading = (key: string, { heading, sort }: ListColumn<Row>, choice: Choice, isUnsorted = false) =>
    sort === undefined || !canSort(key, choice.group)
      ? heading
      : toSortLink(
          isUnsorted ? { ...choice, sort: '' } : choice,
          { sort: key, name: sort.heading ?? heading, usual: getUsual(key, choice.group) },
          sorting => toUrl({ ...choice, ...sorting }),
        )

  const toGroupUrl = (choice: Choice, group: Group): string =>
    list.hasPlainGroups
      ? toListUrl(url, toListQuery({ [groupParameter]: group, rows: toRowsParameter(choice) }))
      : toUrl({ ...choice, group })

  const toGroupLinks = (choice: Choice, counts: Partial<Record<Group, number>>): AdminFilter[] =>
    groupKeys.map(group => {
      const count = counts[group]
      const max = getMaxCounted(group)
      return {
        name: groups[group].name,
        url: toGroupUrl(choice, group),
        count: count === undefined ? null : Math.min(count, max),
        isMore: count !== undefined && count > max,
        isCurrent: group === choice.group,
      }
    })

  /** What the page shows above the rows and below them. */
  const toTools = (choice: Choice, loaded: LoadedRows<Row, Group>, options: LoadedOptions) => {
    const counted = loaded.total ?? loaded.counts[choice.group] ?? loaded.rows.length
    const max = getMaxCounted(choice.group)
    const total = Math.min(counted, max)
    const values = toFilterValues(choice)
    return {
      section,
      url,
      menu: typeof menu === 'string' ? menu : section,
      title,
      intro: loaded.intro === undefined ? (list.intro ?? null) : loaded.intro,
      actions: list.actions ?? [],
      back: list.back ?? null,
      groups: hasGroups
        ? { label: list.groupsLabel ?? title, links: toGroupLinks(choice, loaded.counts) }
        : null,
      search: list.search ? { ...list.search, text: choice.query } : null,
      // A search through another group is sorted as that group usually is.
      searchHidden: list.search?.group
        ? { [groupParameter]: list.search.group, rows: toRowsParameter(choice) }
        : { ...toParameters({ ...choice, query: '' }), ...toSorting(choice) },
      fields: filters.map(([name, { label, field, none }]) => ({
        name,
        label,
        value: values[name] ?? '',
        options: field === 'day' ? null : (options[name] ?? (field as readonly FilterOption[])),
        none: none ?? 'Any',
      })),
      hidden: { ...toParameters(choice), ...toSorting(choice) },
      clearUrl: toClearUrl(choice),
      result: {
        noun: noun[1],
        matches:
          loaded.matches ??
          (counted > max ? `More than ${pluralize(max, ...noun)}` : pluralize(total, ...noun)),
        none: groups[choice.group].empty ?? `There are no ${noun[1]} here.`,
        all:
          list.all === undefined || choice.group === usualGroup
            ? null
            : { name: list.all, url: toUrl({ ...choice, group: usualGroup }) },
      },
      figures: loaded.figures ?? [],
      notes: loaded.notes ?? [],
      rowCount: choice.rows,
      rowCounts: rowCounts.map(count => ({ count, url: toUrl({ ...choice, rows: count }) })),
      total,
      pages: Math.ceil(total / choice.rows),
    }
  }

  const toTable = (
    choice: Choice,
    { rows, caption = title, isUnsorted }: LoadedRows<Row, Group>,
    context: ListContext,
  ) => {
    const cells = displayed.map(([, { cell }]) => rows.map(row => cell!(row, context)))
    const isOnPage = (column: number) =>
      !displayed[column]![1].isOptional || cells[column]!.some(cell => cell !== null)
    const onPage = [...displayed.keys()].filter(isOnPage)
    return {
      caption,
      columns: onPage.map(nth => {
        const [key, column] = displayed[nth]!
        const { isAmount = false, isActions = false, phone = null, phoneLabel = '' } = column
        return { heading: toHeading(key, column, choice, isUnsorted), isAmount, isActions, phone, phoneLabel }
      }),
      rows: rows.map((row, nth) => ({
        key: String(list.rowKey(row)),
        cells: onPage.map(column => cells[column]![nth]!),
      })),
    }
  }

  return (app, deps) => {
    const { db, now } = deps.context
    const getToday = () => toLondonTime(now()).date
    if (deps.lists.has(section)) throw new Error(`Two lists have the section ${section}.`)
    const entry = typeof menu === 'string' ? {} : { menu: { section, name: title, url, right, ...menu } }
    deps.lists.set(section, { url, ...entry })

    addAdminPage(deps, url, { right, query }, async ({ query: { choice, page }, staff }) => {
      const view = toQuery(choice)
      const [loaded, views, options] = await Promise.all([
        list.load(toRequest(db, choice, { page, size: choice.rows }, now())),
        listSavedViews(db, staff.id, list, view, normalise),
        loadOptions(db, filters),
      ])
      if (loaded.rows.length === 0 && page > 1) return { to: toListUrl(url, view) }
      const context = { now: now(), today: getToday(), view, rights: listHeldRights(staff) }
      const props: StaffListProps = {
        ...toTools(choice, loaded, options),
        ...toTable(choice, loaded, context),
        views,
        viewQuery: view,
        page,
      }
      return toPageResult(staffListPage, props, { title: list.tabTitle?.(choice) ?? title })
    })

    const file = {
      right,
      query,
      fileName: list.fileName ?? section,
      columns: exported.map(([, { heading, csvHeading = heading }]) => csvHeading),
    }
    const toWhole = (choice: Choice) => toRequest(db, choice, { page: 1, size: maxExportedRows }, now())
    const toCells = (rows: readonly Row[]) =>
      rows.map(row => exported.map(([, { csv }]) => csv!(row, getToday())))
    const { inParts } = list
    if (inParts) {
      addCsvExport(app, deps, toExportUrl(url), {
        ...file,
        listIds: ({ choice }) => inParts.listIds(toWhole(choice)),
        listRows: async ids => toCells(await inParts.listRows(db, ids)),
      })
    } else {
      addCsvExport(app, deps, toExportUrl(url), {
        ...file,
        listIds: async ({ choice }) => (await list.load(toWhole(choice))).rows,
        listRows: async rows => toCells(rows),
      })
    }
  }
}

/** The options that are read for each page, by the filter's name. */
type LoadedOptions = Record<string, readonly FilterOption[]>

async function loadOptions(
  db: Db,
  filters: readonly [string, ListFilter<string | number>][],
): Promise<LoadedOptions> {
  const loaded = filters.flatMap(([name, { field }]) =>
    typeof field === 'string' && field !== 'day'
      ? listSourceOptions(db, field).then(options => [name, options] as const)
      : [],
  )
  return Object.fromEntries(await Promise.all(loaded))
}

const mapValues = <Key extends string, From, To>(record: Record<Key, From>, map: (value: From) => To) =>
  Object.fromEntries(Object.entries<From>(record).map(([key, value]) => [key, map(value)])) as Record<Key, To>
