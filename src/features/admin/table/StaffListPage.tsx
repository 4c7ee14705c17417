import type { RowCount } from '../../../lib/row-count.ts'
import { CardTable } from '../../../ui/CardTable.tsx'
import { FindForm } from '../../../ui/FindForm.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { definePage } from '../../../ui/page.ts'
import type { ColumnSortLink } from '../../../ui/SortHeading.tsx'
import { StateLabel } from '../../../ui/StateLabel.tsx'
import { renderUnbroken } from '../../../ui/unbroken.tsx'
import { type AdminFilter, AdminFilters } from '../AdminFilters.tsx'
import { AdminFrame } from '../AdminFrame.tsx'
import type { AdminSection } from '../navigation.ts'
import { ChoiceField, DayField } from './FilterFields.tsx'
import { ListResult } from './ListResult.tsx'
import type { ListCell, ListCellPart, ListDetails, ListForm, ListText } from './list-cell.ts'
import type { FilterOption } from './list-page.ts'
import { RowCountLinks } from './RowCountLinks.tsx'
import { type SavedView, toExportUrl, toViewUrl, type ViewSection } from './saved-view.ts'
import { FilterForm, TableTools } from './TableTools.tsx'

export interface ListLink {
  url: string
  name: string
  isStrong?: boolean
}

export interface ListColumnProps {
  heading: string | ColumnSortLink
  isAmount: boolean
  isActions: boolean
  phone: 'corner' | 'hidden' | null
  phoneLabel: string
}

export interface StaffListProps {
  section: ViewSection
  menu: AdminSection
  title: string
  intro: string | null
  actions: readonly ListLink[]
  back: ListLink | null
  /** Null: the list has one group. */
  groups: { label: string; links: AdminFilter[] } | null
  /** `text`: what was typed. */
  search: { name: string; hint: string; advice?: string; all: string; text: string } | null
  /** The fields of the filters; `options` null: a day. */
  fields: {
    name: string
    label: string
    value: string
    options: readonly FilterOption[] | null
    none: string
  }[]
  /** What the form of the filters sends along, and that of the search. */
  hidden: Record<string, string>
  searchHidden: Record<string, string>
  /** Null: no filter is set. */
  clearUrl: string | null
  /** `all`: the link to another group when this one has no rows. */
  result: { noun: string; matches: string; none: string; all: { name: string; url: string } | null }
  notes: readonly string[]
  columns: ListColumnProps[]
  rows: { key: string; cells: ListCell[] }[]
  rowCount: RowCount
  rowCounts: { count: RowCount; url: string }[]
  /** Rows on all pages. */
  total: number
  views: SavedView[]
  viewQuery: string
  page: number
  pages: number
}

/** The screen of every list that `defineList` declares. On phones a row is a card. */
export function StaffListPage(props: StaffListProps) {
  const { section, title, search, result, rows, clearUrl } = props
  const searchForm = search && (
    <FindForm
      id={`${section}-query`}
      action={toViewUrl(section, '')}
      label={title}
      name={search.name}
      query={search.text}
      hint={search.hint}
      hidden={props.searchHidden}
    />
  )
  return (
    <AdminFrame current={props.menu} title={title} action={<Actions links={props.actions} />}>
      {props.intro !== null && <p className="-mt-4 mb-6 max-w-prose">{props.intro}</p>}
      {searchForm && <div className="mb-6">{searchForm}</div>}
      {props.groups && <AdminFilters label={props.groups.label} filters={props.groups.links} />}
      <TableTools
        section={section}
        views={props.views}
        query={props.viewQuery}
        exportUrl={`${toExportUrl(section)}?${props.viewQuery}`}
      >
        {props.fields.length > 0 && <Filters {...props} />}
      </TableTools>
      <ListResult
        name={result.noun}
        matches={result.matches}
        hasRows={rows.length > 0}
        query={search?.text ?? ''}
        clearUrl={clearUrl}
        {...(search && { all: { name: search.all, url: toViewUrl(section, '') } })}
        {...(search?.advice && { advice: search.advice })}
        none={result.none}
        other={result.all}
      />
      {props.notes.map(note => (
        <p key={note} className="mb-2 max-w-prose text-sm text-steel">
          {note}
        </p>
      ))}
      {rows.length > 0 && <Rows {...props} />}
      <div className="mt-6 flex flex-wrap items-center justify-center gap-x-8 gap-y-3">
        <Pagination
          page={props.page}
          pages={props.pages}
          url={toViewUrl(section, props.viewQuery)}
          label={title}
        />
        <RowCountLinks
          name={title}
          rows={props.rowCount}
          total={props.total}
          toUrl={rows => props.rowCounts.find(({ count }) => count === rows)!.url}
        />
      </div>
      {props.back && (
        <p className="no-print mt-6">
          <a href={props.back.url} className="link inline-flex min-h-11 items-center">
            {props.back.name}
          </a>
        </p>
      )}
    </AdminFrame>
  )
}

export const staffListPage = definePage('features/admin/table/StaffListPage', StaffListPage)

function Actions({ links }: { links: readonly ListLink[] }) {
  if (links.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
      {links.map(({ url, name, isStrong }) => (
        <a key={url} href={url} className={isStrong ? 'button button-strong' : 'button'}>
          {name}
        </a>
      ))}
    </div>
  )
}

function Filters({ section, hidden, clearUrl, fields }: StaffListProps) {
  return (
    <FilterForm action={toViewUrl(section, '')} hidden={hidden} clearUrl={clearUrl}>
      {fields.map(({ name, label, value, options, none }) =>
        options === null ? (
          <DayField key={name} id={`${section}-${name}`} name={name} label={label} value={value} />
        ) : (
          <ChoiceField
            key={name}
            id={section}
            name={name}
            label={label}
            value={value}
            options={options}
            none={none}
          />
        ),
      )}
    </FilterForm>
  )
}

function Rows({ title, columns, rows }: StaffListProps) {
  const dataColumns = columns.filter(({ isActions }) => !isActions)
  const amounts = dataColumns.length - 1 - dataColumns.findLastIndex(({ isAmount }) => !isAmount)
  // On phones several amounts stand two in a row, each below its name.
  const isGrid = columns.filter(isNamedAmount).length > 2
  return (
    <CardTable
      caption={title}
      columns={dataColumns.map(({ heading }) => heading)}
      amounts={amounts}
      actions={dataColumns.length < columns.length}
    >
      {rows.map(({ key, cells: [heading = null, ...cells] }) => (
        <tr
          key={key}
          className={`card-row ${isGrid ? 'max-md:grid max-md:grid-cols-2 max-md:gap-x-4 max-md:gap-y-2' : ''}`}
        >
          <th scope="row" className="card-cell wrap-anywhere max-md:col-span-2">
            <Cell cell={heading} isHeading />
          </th>
          {cells.map((cell, index) => (
            // The cells of a row have no other identity than their column.
            <DataCell
              key={toColumnName(columns[index + 1]!)}
              column={columns[index + 1]!}
              cell={cell}
              isGrid={isGrid}
              isLast={index + 2 === dataColumns.length}
            />
          ))}
        </tr>
      ))}
    </CardTable>
  )
}

const isNamedAmount = ({ isAmount, phone, phoneLabel }: ListColumnProps): boolean =>
  isAmount && phone === null && phoneLabel !== ''

const toColumnName = ({ heading }: ListColumnProps): string =>
  typeof heading === 'string' ? heading : heading.name

interface DataCellProps {
  column: ListColumnProps
  cell: ListCell
  /** Of the card that the row is on phones. */
  isGrid: boolean
  isLast: boolean
}

function DataCell({ column, cell, isGrid, isLast }: DataCellProps) {
  const { isAmount, isActions, phone, phoneLabel } = column
  if (isActions) return <ActionsCell buttons={[cell ?? []].flat()} />
  const isEmpty = cell === null || (Array.isArray(cell) && cell.length === 0)
  const place =
    phone === 'corner'
      ? 'max-md:absolute max-md:top-4 max-md:right-4'
      : phone === 'hidden' || isEmpty
        ? 'max-md:hidden'
        : ''
  return (
    <td
      className={`card-cell ${place} ${isAmount ? 'text-right tabular-nums max-md:text-left md:whitespace-nowrap' : 'wrap-anywhere max-md:col-span-2'} ${isLast ? 'md:pr-0' : ''}`}
    >
      {phoneLabel !== '' && (
        <span className={`text-sm text-steel md:hidden ${isGrid && isNamedAmount(column) ? 'block' : ''}`}>
          {phoneLabel}{' '}
        </span>
      )}
      <Cell cell={cell} />
    </td>
  )
}

function ActionsCell({ buttons }: { buttons: ListCellPart[] }) {
  return (
    <td className="card-cell no-print max-md:mt-3 md:py-0.5 md:pl-4">
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 md:justify-end">
        {buttons.map(button => (
          <Part key={toPartKey(button)} part={button} />
        ))}
      </div>
    </td>
  )
}

function Cell({ cell, isHeading = false }: { cell: ListCell; isHeading?: boolean }) {
  if (cell === null) return null
  if (!Array.isArray(cell)) return <Part part={cell} isHeading={isHeading} />
  return cell.map((part, index) => (
    <div key={toPartKey(part)}>
      <Part part={part} isHeading={isHeading && index === 0} />
    </div>
  ))
}

const toPartKey = (part: ListCellPart): string => (typeof part === 'string' ? part : JSON.stringify(part))

function Part({ part, isHeading = false }: { part: ListCellPart; isHeading?: boolean }) {
  if (typeof part === 'string') return renderUnbroken(part)
  if ('state' in part) return <StateLabel state={part.state} />
  if ('inline' in part) {
    return (
      <span className="flex flex-wrap items-baseline gap-x-3">
        {part.inline.map(each => (
          <Part key={toPartKey(each)} part={each} />
        ))}
      </span>
    )
  }
  if ('details' in part) return <Details part={part} />
  return 'button' in part ? <PostButton form={part} /> : <Text text={part} isHeading={isHeading} />
}

const toneClasses = {
  muted: 'text-sm text-steel',
  late: 'text-late',
  danger: 'text-danger',
  stock: 'text-stock',
}

function Text({ text: part, isHeading }: { text: ListText; isHeading: boolean }) {
  const { text, url, kind, isCode, isStrong, isUnbroken, isSmall, isButton, tone, spoken } = part
  const classes = [
    tone && toneClasses[tone],
    isStrong && 'font-semibold',
    (isUnbroken || isButton) && 'whitespace-nowrap',
    isSmall && 'text-sm',
    isButton && 'button max-sm:px-3',
    url && !isButton && 'link',
    url &&
      !isButton &&
      (isHeading
        ? '-my-2.5 inline-flex min-h-11 items-center gap-x-1'
        : 'max-md:inline-flex max-md:min-h-11 max-md:items-center'),
  ]
  const className = classes.filter(Boolean).join(' ') || undefined
  const content = (
    <>
      {kind !== undefined && `${kind} `}
      {typeof text !== 'string' ? (
        text.map(part =>
          typeof part === 'string' ? renderUnbroken(part) : <Part key={toPartKey(part)} part={part} />,
        )
      ) : isCode ? (
        <span className="code">{text}</span>
      ) : (
        renderUnbroken(text)
      )}
      {spoken !== undefined && <span className="sr-only">{spoken}</span>}
    </>
  )
  return url === undefined ? (
    <span className={className}>{content}</span>
  ) : (
    <a href={url} className={className}>
      {content}
    </a>
  )
}

const Details = ({ part: { summary, details } }: { part: ListDetails }) => (
  <details className="text-sm text-steel">
    <summary className="link w-fit cursor-pointer max-md:-my-2 max-md:flex max-md:min-h-11 max-md:items-center">
      {summary}
    </summary>
    {details}
  </details>
)

function PostButton({ form }: { form: ListForm }) {
  const { action, fields, button, spoken, confirmation } = form
  const hidden = Object.entries(fields).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
  if (confirmation === undefined) {
    return (
      <form method="post" action={action}>
        {hidden}
        <button type="submit" className="link min-h-11 cursor-pointer whitespace-nowrap">
          {button}
          <span className="sr-only"> {spoken}</span>
        </button>
      </form>
    )
  }
  return (
    <details className="relative md:ml-auto md:w-fit">
      <summary className="button w-fit px-3 md:ml-auto md:min-h-9 md:py-1 md:text-sm">
        {button}
        <span className="sr-only"> {spoken}</span>
      </summary>
      <form
        method="post"
        action={action}
        className="mt-2 text-left md:absolute md:top-full md:right-0 md:z-10 md:w-72 md:rounded md:border md:border-rule md:bg-surface md:p-4 md:shadow-float"
      >
        {hidden}
        <p className="mb-2 text-sm">{confirmation.text}</p>
        <button type="submit" className="button button-danger px-3 md:min-h-9 md:py-1 md:text-sm">
          {confirmation.button}
        </button>
      </form>
    </details>
  )
}
