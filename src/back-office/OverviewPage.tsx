import { showCount } from '../catalogue/listing.ts'
import { definePage } from '../ui/page.ts'
import { BackOfficeFrame } from './BackOfficeFrame.tsx'

export interface Task {
  /** What is counted: 'Quotes to price'. */
  name: string
  count: number
  url: string
  /** Somebody waits for the shop. */
  isWaiting: boolean
}

/** What waits for the shop, each with the way to it. */
export function OverviewPage({ tasks }: { tasks: Task[] }) {
  return (
    <BackOfficeFrame current="overview" title="Back office">
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-5">
        {tasks.map(({ name, count, url, isWaiting }) => (
          <li key={name}>
            <a
              href={url}
              className={`card block h-full border-l-4 p-5 hover:bg-sunk ${isWaiting && count > 0 ? 'border-l-amber' : ''}`}
            >
              <span className="block text-3xl font-semibold">{showCount(count)}</span>
              <span className="block">{name}</span>
            </a>
          </li>
        ))}
      </ul>
    </BackOfficeFrame>
  )
}

export const overviewPage = definePage('back-office/OverviewPage', OverviewPage)
