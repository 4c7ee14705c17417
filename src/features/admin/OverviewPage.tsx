import { definePage } from '../../ui/page.ts'
import { formatCount } from '../catalogue/listing.ts'
import { AdminFrame } from './AdminFrame.tsx'
import { openingUrl } from './navigation.ts'
import type { AdminTask } from './task.ts'

interface OverviewPageProps {
  tasks: AdminTask[]
  /** How much the shop needs before it opens; 0 for staff who are no managers. */
  missing: number
}

/** What staff have to do, each with a link to it. */
export function OverviewPage({ tasks, missing }: OverviewPageProps) {
  return (
    <AdminFrame current="overview" title="Back office">
      {missing > 0 && (
        <p className="card mb-6 border-l-4 border-l-amber p-4">
          {missing === 1 ? 'One thing is' : `${missing} things are`} missing before you can open.{' '}
          <a href={openingUrl} className="link font-semibold">
            See what to do
          </a>
        </p>
      )}
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
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
