import { Breadcrumbs } from '../ui/Breadcrumbs.tsx'
import { definePage } from '../ui/page.ts'
import { LinkGrid } from './LinkGrid.tsx'
import { makeUrl } from './machine.ts'
import { homeCrumb, type MakesPageProps } from './machine-view.ts'

/** Every make, by name. */
export function MakesPage({ makes }: MakesPageProps) {
  return (
    <div className="wrap py-6">
      <Breadcrumbs crumbs={[homeCrumb]} />
      <h1 className="mt-1 text-2xl">
        Filters by make <span className="font-normal text-steel">{makes.length} makes</span>
      </h1>
      <LinkGrid links={makes.map(({ name, slug }) => ({ name, url: makeUrl(slug) }))} />
    </div>
  )
}

export const makesPage = definePage('finder/MakesPage', MakesPage)
