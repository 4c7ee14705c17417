import { formatPounds } from '../../../lib/money.ts'
import type { RowCount } from '../../../lib/row-count.ts'
import { upperFirst } from '../../../lib/text.ts'
import { StandaloneLink } from '../../../ui/Actions.tsx'
import { searchShortcut } from '../../../ui/browser/search-shortcut.client.ts'
import { CardTable, type ColumnSortLink } from '../../../ui/CardTable.tsx'
import { FindForm } from '../../../ui/FindForm.tsx'
import { TextField } from '../../../ui/forms/Field.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { definePage } from '../../../ui/page.ts'
import { useVisitor } from '../../../ui/visitor.tsx'
import { includesRight, type RequiredRight } from '../../accounts/staff/staff-right.ts'
import { type AdminFilter, AdminFilters } from '../AdminFilters.tsx'
import { AdminFrame } from '../AdminFrame.tsx'
import { ChoiceField, FilterForm, ListResult, RowCountLinks, TableTools } from './ListTools.tsx'
import type { ListCell, ListCellPart, ListFigure } from './list-cell.ts'
import type { FilterOption } from './list-filter.ts'
import { type SavedView, toExportUrl, toListUrl } from './list-url.ts'
import { Cell, Part, toPartKey } from './StaffListCell.tsx'

export interface ListLink {
  url: string
  name: string
  look?: 'button' | 'strong' | 'link'
  /** Of who sees it; left out: all who see the list. */
  right?: RequiredRight
}

const linkLooks = {
  button: 'button',
  strong: 'button button-strong',
  link: 'link tap-target',
}

export interface ListColumnProps {
  heading: string | ColumnSortLink
  isAmount: boolean
  isActions: boolean
  phone: 'corner' | 'hidden' | 'wide' | null
  phoneLabel: string
}

export interface StaffListProps {
  section: string
  url: string
  /** The section of the menu. */
  menu: string
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
  figures: readonly ListFigure[]
  notes: readonly string[]
  caption: string
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
  const { section, url, title, search, result, rows, clearUrl } = props
  // Its search is in the place of the search for orders that the other pages have.
  const isOrderList = section === 'orders'
  const searchForm = search && (
    <FindForm
      id={`${section}-query`}
      action={url}
      label={title}
      name={search.name}
      query={search.text}
      hint={search.hint}
      hidden={props.searchHidden}
      {...(isOrderList && { shortcut: searchShortcut })}
    />
  )
  return (
    <AdminFrame
      current={props.menu}
      title={title}
      action={
        <>
          <Actions links={props.actions} />
          {isOrderList && <div className="w-full max-w-xl lg:w-xl">{searchForm}</div>}
        </>
      }
      hasOwnOrderSearch={isOrderList}
    >
      {props.intro !== null && <p className="-mt-4 mb-6 max-w-prose">{props.intro}</p>}
      {searchForm && !isOrderList && <div className="mb-6">{searchForm}</div>}
      {props.groups && <AdminFilters label={props.groups.label} filters={props.groups.links} />}
      <TableTools
        section={section}
        views={props.views}
        query={props.viewQuery}
        exportUrl={`${toExportUrl(url)}?${props.viewQuery}`}
      >
        {props.fields.length > 0 && <Filters {...props} />}
      </TableTools>
      <ListResult
        name={result.noun}
        matches={result.matches}
        hasRows={rows.length > 0}
        query={search?.text ?? ''}
        clearUrl={clearUrl}
        {...(search && { all: { name: search.all, url: url } })}
        {...(search?.advice && { advice: search.advice })}
        none={result.none}
        other={result.all}
      />
      {props.figures.length > 0 && (
        <dl className="mb-4 flex flex-wrap gap-x-10 gap-y-3">
          {props.figures.map(({ name, amount, note }) => (
            <div key={name}>
              <dt className="note">{name}</dt>
              <dd className="text-xl font-semibold tabular-nums sm:text-2xl">{formatPounds(amount)}</dd>
              {note !== '' && <dd className="note tabular-nums">{note}</dd>}
            </div>
          ))}
        </dl>
      )}
      {props.notes.map(note => (
        <p key={note} className="mb-2 max-w-prose note">
          {note}
        </p>
      ))}
      {rows.length > 0 && <Rows {...props} />}
      <div className="mt-6 flex flex-wrap items-center justify-center gap-x-8 gap-y-3">
        <Pagination
          page={props.page}
          pages={props.pages}
          url={toListUrl(url, props.viewQuery)}
          label={title}
        />
        <RowCountLinks
          name={upperFirst(result.noun)}
          rows={props.rowCount}
          total={props.total}
          toUrl={rows => props.rowCounts.find(({ count }) => count === rows)!.url}
        />
      </div>
      {props.back && (
        <p className="no-print mt-6">
          <StandaloneLink href={props.back.url}>{props.back.name}</StandaloneLink>
        </p>
      )}
    </AdminFrame>
  )
}

export const staffListPage = definePage('features/back-office/table/StaffListPage', StaffListPage)

function Actions({ links }: { links: readonly ListLink[] }) {
  const { staffRights } = useVisitor()
  const offered = links.filter(({ right = 'any' }) => includesRight(staffRights, right))
  if (offered.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2 self-start">
      {offered.map(({ url, name, look = 'button' }) => (
        <a key={url} href={url} className={linkLooks[look]}>
          {name}
        </a>
      ))}
    </div>
  )
}

function Filters({ section, url, hidden, clearUrl, fields }: StaffListProps) {
  return (
    <FilterForm action={url} hidden={hidden} clearUrl={clearUrl}>
      {fields.map(({ name, label, value, options, none }) =>
        options === null ? (
          <TextField
            key={name}
            type="date"
            id={`${section}-${name}`}
            name={name}
            label={label}
            defaultValue={value}
            width="full"
          />
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

function Rows({ caption, columns, rows }: StaffListProps) {
  const dataColumns = columns.filter(({ isActions }) => !isActions)
  const amounts = dataColumns.length - 1 - dataColumns.findLastIndex(({ isAmount }) => !isAmount)
  // On phones several amounts stand two in a row, each below its name.
  const isGrid = columns.filter(isNamedAmount).length > 2
  return (
    <CardTable
      caption={caption}
      columns={dataColumns.map(({ heading }) => heading)}
      amounts={amounts}
      wideOnly={dataColumns.flatMap(({ phone }, nth) => (phone === 'wide' ? [nth] : []))}
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
      : phone === 'wide'
        ? 'max-lg:hidden'
        : phone === 'hidden' || isEmpty
          ? 'max-md:hidden'
          : ''
  return (
    <td
      className={`card-cell ${place} ${isAmount ? `text-right tabular-nums md:whitespace-nowrap ${phone === 'corner' ? '' : 'max-md:text-left'}` : 'wrap-anywhere max-md:col-span-2'} ${isLast ? 'md:pr-0' : ''}`}
    >
      {phoneLabel !== '' && (
        <span className={`note md:hidden ${isGrid && isNamedAmount(column) ? 'block' : ''}`}>
          {phoneLabel}{' '}
        </span>
      )}
      <Cell cell={cell} />
    </td>
  )
}

function ActionsCell({ buttons }: { buttons: ListCellPart[] }) {
  // The border of a button keeps off the lines of the table.
  const hasButton = buttons.some(part => typeof part !== 'string' && ('isButton' in part || 'button' in part))
  return (
    <td className={`card-cell no-print max-md:mt-3 md:pl-4 ${hasButton ? 'md:py-2' : 'md:py-0.5'}`}>
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 md:justify-end">
        {buttons.map(button => (
          <Part key={toPartKey(button)} part={button} />
        ))}
      </div>
    </td>
  )
}
