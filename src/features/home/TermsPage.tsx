import { formatDate, parseIsoDate } from '../../lib/dates.ts'
import type { TermsOfSale } from '../../lib/terms.ts'
import { definePage } from '../../ui/page.ts'
import { termsMessages } from './terms.ts'

/** Null: not published yet. */
export function TermsPage({ terms }: { terms: TermsOfSale | null }) {
  if (terms) return <PublishedTerms {...terms} />
  return (
    <div className="wrap py-8">
      <h1 className="text-2xl sm:text-3xl">Terms of sale</h1>
      <p className="mt-3 max-w-prose text-lg">{termsMessages.notPublished}</p>
    </div>
  )
}

function PublishedTerms({ version, sections }: TermsOfSale) {
  const since = parseIsoDate(version)
  return (
    <div className="wrap py-8">
      <h1 className="text-2xl sm:text-3xl">Terms of sale</h1>
      <p className="mt-1 text-steel">Version of {since ? formatDate(since) : version}</p>
      <div className="mt-6 gap-12 lg:grid lg:grid-cols-[16rem_minmax(0,42rem)]">
        <nav aria-label="Sections" className="no-print mb-8 lg:mb-0">
          <ol className="text-sm lg:sticky lg:top-6">
            {sections.map((section, index) => (
              <li key={section.heading}>
                <a href={`#section-${index + 1}`} className="link inline-block py-1.5">
                  {index + 1}. {section.heading}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="space-y-8">
          {sections.map((section, index) => (
            <section key={section.heading} id={`section-${index + 1}`}>
              <h2 className="text-xl">
                {index + 1}. {section.heading}
              </h2>
              {section.paragraphs.map(paragraph => (
                <p key={paragraph} className="mt-3">
                  {paragraph}
                </p>
              ))}
            </section>
          ))}
        </div>
      </div>
    </div>
  )
}

export const termsPage = definePage('features/home/TermsPage', TermsPage)
