import { pluralize } from '../../../lib/count.ts'
import { Breadcrumbs } from '../../../ui/Breadcrumbs.tsx'
import { definePage } from '../../../ui/page.ts'
import { toMakeUrl } from '../machines/machine.ts'
import { finderMessages } from '../messages.ts'
import { LinkGrid } from './LinkGrid.tsx'
import { homeCrumb, type MakesPageProps, toMakesUrl } from './machine-view.ts'

export function MakesPage({ makes, total, letters, letter: currentLetter }: MakesPageProps) {
  return (
    <div className="wrap py-6">
      <Breadcrumbs crumbs={[homeCrumb]} />
      <h1 className="mt-1 text-2xl">
        Filters by make <span className="font-normal text-steel">{pluralize(total, 'make')}</span>
      </h1>
      {letters.length > 0 && (
        <nav aria-label="Makes by letter" className="mt-4">
          <ul className="flex flex-wrap gap-1.5">
            {letters.map(letter => (
              <li key={letter}>
                <a
                  href={toMakesUrl(letter)}
                  aria-current={letter === currentLetter ? 'page' : undefined}
                  className="inline-flex size-11 items-center justify-center rounded border border-edge bg-surface font-semibold hover:bg-sunk aria-[current]:border-strong aria-[current]:bg-strong aria-[current]:text-on-strong"
                >
                  {letter}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {total === 0 && <p className="mt-4 text-lg text-steel">{finderMessages.noMakes}</p>}
      <LinkGrid links={makes.map(({ name, slug }) => ({ name, url: toMakeUrl(slug) }))} />
    </div>
  )
}

export const makesPage = definePage('features/finder/machine-pages/MakesPage', MakesPage)
