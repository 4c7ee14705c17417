import { formatCount } from '../../lib/count.ts'
import { StandaloneLink, SubmitButton, TextLink } from '../../ui/Actions.tsx'
import { Card } from '../../ui/Card.tsx'
import { definePage } from '../../ui/page.ts'
import { AdminFrame, useStaffRight } from './AdminFrame.tsx'
import { newOrderUrl, openingUrl } from './navigation.ts'
import type { AdminTask, OverviewNote } from './task.ts'

interface OverviewPageProps {
  tasks: AdminTask[]
  notes: OverviewNote[]
  /** How much the shop needs before it opens; 0 for staff who are no managers. */
  missing: number
  /** What the server warns of, for managers. */
  warnings: string[]
}

export function OverviewPage({ tasks, notes, missing, warnings }: OverviewPageProps) {
  const canSell = useStaffRight('sales')
  return (
    <AdminFrame
      current="overview"
      title="Overview"
      action={
        canSell && (
          <a href={newOrderUrl} className="button button-strong">
            New order
          </a>
        )
      }
    >
      {missing > 0 && (
        <p className="card mb-6 border-l-4 border-l-amber p-4">
          {missing === 1 ? 'One thing is' : `${missing} things are`} missing before you can open.{' '}
          <a href={openingUrl} className="link font-semibold">
            See what to do
          </a>
        </p>
      )}
      {warnings.map(warning => (
        <p key={warning} className="card mb-6 border-l-4 border-l-amber p-4">
          {warning}
        </p>
      ))}
      <Notes notes={notes} />
      <Tasks tasks={tasks} />
    </AdminFrame>
  )
}

/** What customers wait for comes first; tasks with nothing to do are one line of links. */
function Tasks({ tasks }: { tasks: readonly AdminTask[] }) {
  const open = tasks.filter(({ count }) => count > 0)
  const sorted = open.toSorted((a, b) => Number(b.isWaiting) - Number(a.isWaiting))
  const none = tasks.filter(({ count }) => count === 0)
  return (
    <>
      {open.length === 0 && tasks.length > 0 && <p className="card p-6">Nothing waits for you just now.</p>}
      <ul className="grid gap-2 sm:grid-cols-2 sm:gap-4 lg:grid-cols-4">
        {sorted.map(task => (
          <li key={task.name}>
            <a
              href={task.url}
              className={`card flex h-full min-h-14 items-center gap-4 border-l-4 px-4 py-2 hover:bg-sunk sm:block sm:py-3 ${task.isWaiting ? 'border-l-amber' : ''}`}
            >
              <span className="block min-w-10 text-2xl font-semibold max-sm:text-right sm:text-3xl">
                {formatCount(task.count)}
              </span>
              <span className="block">{task.name}</span>
            </a>
          </li>
        ))}
      </ul>
      {none.length > 0 && (
        <section aria-labelledby="none" className="mt-6">
          <h2 id="none" className="text-sm font-normal text-steel">
            None just now
          </h2>
          <ul className="flex flex-wrap gap-x-6">
            {none.map(({ name, url }) => (
              <li key={name}>
                <StandaloneLink href={url}>{name}</StandaloneLink>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function Notes({ notes }: { notes: readonly OverviewNote[] }) {
  if (notes.length === 0) return null
  return (
    <Card
      id="notes"
      heading={notes.length === 1 ? 'A note for you' : 'Notes for you'}
      className="mb-6 border-l-4 border-l-amber"
    >
      <ul className="divide-y divide-rule">
        {notes.map(({ text, author, when, subject, url, doneUrl }) => (
          <li
            key={doneUrl}
            className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3 last:pb-0"
          >
            <div className="min-w-0 max-w-prose grow basis-60">
              <p className="whitespace-pre-line wrap-anywhere">{text}</p>
              <p className="note">
                {author}, {when}, on <TextLink href={url}>{subject}</TextLink>
              </p>
            </div>
            <form method="post" action={doneUrl}>
              <SubmitButton>
                Done<span className="sr-only">: note on {subject}</span>
              </SubmitButton>
            </form>
          </li>
        ))}
      </ul>
    </Card>
  )
}

export const overviewPage = definePage('features/back-office/OverviewPage', OverviewPage)
