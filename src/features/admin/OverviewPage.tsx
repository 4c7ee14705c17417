import { definePage } from '../../ui/page.ts'
import { formatCount } from '../catalogue/listing.ts'
import { AdminFrame } from './AdminFrame.tsx'
import type { AdminTask } from './task.ts'

/** What staff have to do, each with a link to it. */
export function OverviewPage({ tasks }: { tasks: AdminTask[] }) {
  return (
    <AdminFrame current="overview" title="Back office">
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-5">
        {tasks.map(({ name, count, url, isWaiting }) => (
          <li key={name}>
            <a
              href={url}
              className={`card block h-full border-l-4 p-5 hover:bg-sunk ${isWaiting && count > 0 ? 'border-l-amber' : ''}`}
            >
              <span className="block text-3xl font-semibold">{formatCount(count)}</span>
              <span className="block">{name}</span>
            </a>
          </li>
        ))}
      </ul>
    </AdminFrame>
  )
}

export const overviewPage = definePage('features/admin/OverviewPage', OverviewPage)
