import { cardCell } from '../../../ui/CardTable.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { definePage } from '../../../ui/page.ts'
import { type ColumnSortLink, SortHeading, SortMenu } from '../../../ui/SortHeading.tsx'
import { type AdminFilter, AdminFilters } from '../../admin/AdminFilters.tsx'
import { AdminFrame } from '../../admin/AdminFrame.tsx'
import type { AdminListProps } from '../../admin/table/list-page.ts'
import { toExportUrl } from '../../admin/table/saved-view.ts'
import { TableTools } from '../../admin/table/TableTools.tsx'
import { formatCount } from '../../catalogue/listing.ts'
import { type QuestionListChoice, type QuestionSort, toQuestionsUrl } from './question-list.ts'

export interface ListedQuestion {
  key: string
  text: string
  kind: string
  /** What was searched instead; '' unless corrected. */
  correction: string
  count: number
  lastDay: string
  searchUrl: string
  synonymUrl: string
}

interface SearchQuestionsPageProps extends AdminListProps<QuestionListChoice, ListedQuestion> {
  periods: Omit<AdminFilter, 'count'>[]
  sorts: Record<QuestionSort, ColumnSortLink>
}

/** Questions that the search could not answer. */
export function SearchQuestionsPage(props: SearchQuestionsPageProps) {
  const { choice, viewQuery, filters, periods, views, sorts, rows, page, pages } = props
  return (
    <AdminFrame current="search-questions" title="Search questions">
      <p className="mb-4 max-w-prose">
        What people searched for and did not find. It is not recorded who searched, and entries are deleted
        after 90 days.
      </p>
      <nav aria-label="Period" className="mb-4">
        <ul className="flex flex-wrap gap-x-5">
          {periods.map(({ name, url, isCurrent }) => (
            <li key={url}>
              <a href={url} aria-current={isCurrent ? 'page' : undefined} className={plainLink}>
                Last {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <AdminFilters label="Questions by kind" filters={filters} />
      <TableTools
        section="search-questions"
        views={views}
        query={viewQuery}
        exportUrl={`${toExportUrl('search-questions')}?${viewQuery}`}
      />
      {rows.length === 0 ? (
        <p className="card p-6">No questions of this kind in the last {choice.days} days.</p>
      ) : (
        <>
          <SortMenu links={Object.values(sorts)} />
          <QuestionTable rows={rows} sorts={sorts} />
        </>
      )}
      <div className="mt-6">
        <Pagination page={page} pages={pages} url={toQuestionsUrl(choice)} label="Search questions" />
      </div>
    </AdminFrame>
  )
}

export const searchQuestionsPage = definePage(
  'features/search/admin/SearchQuestionsPage',
  SearchQuestionsPage,
)

const plainLink =
  'link inline-flex min-h-11 items-center aria-[current=page]:font-semibold aria-[current=page]:no-underline'

function QuestionTable({
  rows,
  sorts,
}: {
  rows: ListedQuestion[]
  sorts: SearchQuestionsPageProps['sorts']
}) {
  return (
    <table className="w-full text-left max-md:block">
      <caption className="sr-only">Questions to the search</caption>
      <thead className="text-sm text-steel max-md:hidden">
        <tr className="border-b border-edge">
          <SortHeading link={sorts.text} className="py-1 pr-4 font-semibold whitespace-nowrap" />
          <th scope="col" className="py-2 pr-4 font-semibold">
            What happened
          </th>
          <SortHeading link={sorts.last} className="py-1 pr-4 font-semibold whitespace-nowrap" />
          <th scope="col" className="py-2 pr-4 font-semibold">
            Actions
          </th>
          <SortHeading link={sorts.count} className="py-1 font-semibold whitespace-nowrap md:text-right" />
        </tr>
      </thead>
      <tbody className="max-md:block max-md:space-y-3">
        {rows.map(row => (
          <QuestionTableRow key={row.key} row={row} />
        ))}
      </tbody>
    </table>
  )
}

function QuestionTableRow({ row }: { row: ListedQuestion }) {
  const { text, kind, correction, count, lastDay, searchUrl, synonymUrl } = row
  return (
    <tr className="border-b border-rule align-top max-md:relative max-md:block max-md:rounded max-md:border max-md:bg-surface max-md:p-4">
      <th scope="row" className={`${cardCell} wrap-anywhere max-md:pr-16`}>
        {text}
        {correction !== '' && (
          <span className="block text-sm font-normal text-steel">Searched as “{correction}”</span>
        )}
      </th>
      <td className={`${cardCell} max-md:text-sm max-md:text-steel`}>{kind}</td>
      <td className={`${cardCell} whitespace-nowrap max-md:text-sm max-md:text-steel`}>
        <span className="md:hidden">Last on </span>
        {lastDay}
      </td>
      <td className={cardCell}>
        <span className="-my-2.5 flex flex-wrap gap-x-4">
          <a href={searchUrl} className="link inline-flex min-h-11 items-center">
            Search for it<span className="sr-only">: {text}</span>
          </a>
          <a href={synonymUrl} className="link inline-flex min-h-11 items-center">
            Add a synonym<span className="sr-only"> for {text}</span>
          </a>
        </span>
      </td>
      <td className="py-3 text-right font-semibold max-md:absolute max-md:top-4 max-md:right-4 max-md:block max-md:py-0">
        {formatCount(count)}
        <span className="md:sr-only"> {count === 1 ? 'time' : 'times'}</span>
      </td>
    </tr>
  )
}
