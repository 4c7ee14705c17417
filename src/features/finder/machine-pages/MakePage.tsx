import { pluralize } from '../../../lib/count.ts'
import { TextLink } from '../../../ui/Actions.tsx'
import { Breadcrumbs } from '../../../ui/Breadcrumbs.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { definePage } from '../../../ui/page.ts'
import { finderPath, formatHash, nothingChosen } from '../hash/hash.ts'
import { toMakeUrl } from '../machines/machine.ts'
import { LinkGrid } from './LinkGrid.tsx'
import { homeCrumb, type MakePageProps, makesCrumb } from './machine-view.ts'

export function MakePage({ make, hasNumbers, types, page, pages }: MakePageProps) {
  const plate = { ...nothingChosen, mode: 'make' as const, manufacturer: make.slug, byPlate: true }
  return (
    <div className="wrap py-6">
      <Breadcrumbs crumbs={[homeCrumb, makesCrumb]} />
      <h1 className="mt-1 text-2xl">{make.name} filters</h1>
      {hasNumbers && (
        <p className="needs-script mt-1 text-steel">
          Choose the model, or{' '}
          <TextLink href={finderPath + formatHash(plate)}>
            look the machine up by the number on its plate
          </TextLink>
          .
        </p>
      )}
      {types.length === 0 && (
        <p className="mt-6 text-steel">
          We have no models of {make.name} yet.{' '}
          <TextLink href="/search">Search by part number instead</TextLink>.
        </p>
      )}
      {types.map(type => (
        <section key={type.name} className="mt-8">
          <h2 className="text-xl">{type.name}</h2>
          <LinkGrid
            links={type.models.map(({ name, url, variants }) => ({
              name,
              url,
              note: pluralize(variants, 'variant'),
            }))}
          />
        </section>
      ))}
      <div className="mt-6">
        <Pagination page={page} pages={pages} url={`${toMakeUrl(make.slug)}?`} label="Models" />
      </div>
    </div>
  )
}

export const makePage = definePage('features/finder/machine-pages/MakePage', MakePage)
