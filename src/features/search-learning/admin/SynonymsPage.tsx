import { StandaloneLink } from '../../../ui/Actions.tsx'
import { ColumnHeadings, TableHead } from '../../../ui/ColumnHeading.tsx'
import { FindForm } from '../../../ui/FindForm.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { definePage } from '../../../ui/page.ts'
import { type AdminFilter, AdminFilters } from '../../back-office/AdminFilters.tsx'
import { AdminFrame } from '../../back-office/AdminFrame.tsx'
import { newSynonymUrl, synonymsUrl } from './synonym.ts'

interface ListedSynonym {
  id: number
  word: string
  means: string
  language: string
  url: string
  searchUrl: string
}

interface SynonymsPageProps {
  filters: AdminFilter[]
  rows: ListedSynonym[]
  language: string
  query: string
  page: number
  pages: number
  /** '&page=N' is appended. */
  pageUrl: string
}

export function SynonymsPage({ filters, rows, language, query, page, pages, pageUrl }: SynonymsPageProps) {
  return (
    <AdminFrame
      current="synonyms"
      title="Synonyms"
      action={
        <a href={newSynonymUrl} className="button button-strong">
          Add a synonym
        </a>
      }
    >
      <p className="mb-4 max-w-prose">
        Words and abbreviations that people type, and what they mean in the catalogue. A word with several
        meanings finds products for any of them.
      </p>
      <div className="mb-6">
        <FindForm
          id="synonym-query"
          action={synonymsUrl}
          label="Synonyms"
          name="Find a word or a meaning"
          query={query}
          hidden={{ language }}
        />
      </div>
      <AdminFilters label="Synonyms by language" filters={filters} />
      {rows.length === 0 ? <p className="card p-6">No synonyms to show.</p> : <SynonymTable rows={rows} />}
      <div className="mt-6">
        <Pagination page={page} pages={pages} url={pageUrl} label="Synonyms" />
      </div>
    </AdminFrame>
  )
}

export const synonymsPage = definePage('features/search-learning/admin/SynonymsPage', SynonymsPage)

function SynonymTable({ rows }: { rows: ListedSynonym[] }) {
  return (
    <table className="w-full text-left max-md:block">
      <caption className="sr-only">Synonyms by word</caption>
      <TableHead className="max-md:sr-only">
        <ColumnHeadings names={['Word', 'Means', 'Language', 'Actions']} className="pr-4" />
      </TableHead>
      <tbody className="max-md:block max-md:space-y-3">
        {rows.map(row => (
          <SynonymTableRow key={row.id} row={row} />
        ))}
      </tbody>
    </table>
  )
}

function SynonymTableRow({ row: { word, means, language, url, searchUrl } }: { row: ListedSynonym }) {
  return (
    <tr className="border-b border-rule max-md:block max-md:rounded max-md:border max-md:bg-surface max-md:px-4 max-md:pt-3">
      <th scope="row" className={`card-cell wrap-anywhere`}>
        {word}
      </th>
      <td className={`card-cell wrap-anywhere`}>
        <span className="text-steel md:hidden">means </span>
        {means}
      </td>
      <td className={`card-cell max-md:text-sm max-md:text-steel`}>{language}</td>
      <td className="card-cell">
        <span className="flex flex-wrap gap-x-4 md:-my-2.5">
          <StandaloneLink href={url}>
            Change<span className="sr-only"> {`${word}: ${means}`}</span>
          </StandaloneLink>
          <StandaloneLink href={searchUrl}>
            Search for the meaning<span className="sr-only"> {means}</span>
          </StandaloneLink>
        </span>
      </td>
    </tr>
  )
}
