import { pluralize } from '../../../lib/count.ts'
import { TextLink } from '../../../ui/Actions.tsx'
import { Breadcrumbs } from '../../../ui/Breadcrumbs.tsx'
import { definePage } from '../../../ui/page.ts'
import { MachineHeading } from './LinkGrid.tsx'
import { homeCrumb, type ModelPageProps, makesCrumb, toMakeCrumb } from './machine-view.ts'

/** The variants of one model: engines and years of build take different filters. */
export function ModelPage({ make, model, modelType, image, variants }: ModelPageProps) {
  return (
    <div className="wrap py-6">
      <Breadcrumbs crumbs={[homeCrumb, makesCrumb, toMakeCrumb(make)]} />
      <MachineHeading image={image} title={`${make.name} ${model.name} filters`} kind={modelType} />
      <h2 className="mt-8 text-xl">Which one is yours?</h2>
      {variants.length === 0 && (
        <p className="mt-3 text-steel">
          We have no variants of this model yet.{' '}
          <TextLink href={toMakeCrumb(make).url}>See all {make.name} models</TextLink>.
        </p>
      )}
      <ul className="mt-4 max-w-2xl divide-y divide-rule border-y border-rule">
        {variants.map(({ id, name, url, filters }) => (
          <li key={id}>
            <a
              href={url}
              className="group flex min-h-14 flex-wrap items-center justify-between gap-x-6 px-1 py-2 hover:bg-sunk focus-visible:-outline-offset-3"
            >
              <span className="font-semibold text-link group-hover:underline">{name}</span>
              <span className="note">{pluralize(filters, 'filter')}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

export const modelPage = definePage('features/finder/machine-pages/ModelPage', ModelPage)
