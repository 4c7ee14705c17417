import { pluralize } from '../../../lib/count.ts'
import { Breadcrumbs } from '../../../ui/Breadcrumbs.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { definePage } from '../../../ui/page.ts'
import { searchMessages } from '../../search/messages.ts'
import { finderMessages } from '../messages.ts'
import { AddAll } from '../positions/AddAll.tsx'
import { MachineHeading } from './MachineHeading.tsx'
import { MachinePositions } from './MachinePositions.tsx'
import type { VariantPageProps } from './machine-view.ts'

/** All filters of one machine, by their position on it. */
export function VariantPage(props: VariantPageProps) {
  const { name, modelType, image, breadcrumbs, positions, addAll, total, page, pages } = props
  return (
    <div className="wrap py-6">
      <Breadcrumbs crumbs={breadcrumbs} />
      <MachineHeading image={image} title={`Filters for ${name}`} kind={modelType} />
      <p className="mt-6 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <span className="text-lg">{total === 0 ? searchMessages.nothing : pluralize(total, 'filter')}</span>
        <span className="flex flex-wrap gap-x-6">
          {total > 0 && (
            <a href={props.newListUrl} className="link py-1">
              {finderMessages.newList}
            </a>
          )}
          <a href={props.finderUrl} className="link needs-script py-1">
            Choose another machine
          </a>
        </span>
      </p>
      {addAll && <AddAll offer={addAll} />}
      {positions.some(({ choices }) => choices.some(({ quantity }) => quantity === null)) && (
        <p className="mb-3 max-w-2xl note">{finderMessages.compareSameParts}</p>
      )}
      {positions.length > 0 && <MachinePositions positions={positions} deliveryDay={props.deliveryDay} />}
      <div className="mt-6">
        <Pagination page={page} pages={pages} url={props.pageUrl} label="Filters" />
      </div>
    </div>
  )
}

export const variantPage = definePage('features/finder/machine-pages/VariantPage', VariantPage)
