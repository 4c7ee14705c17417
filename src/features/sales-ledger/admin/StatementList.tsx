import { Card } from '../../../ui/Card.tsx'
import type { ListedStatement } from '../statement/statement-list.ts'

/** The statements of a company's past months, and sending them. */
export function StatementList({ url, statements }: { url: string; statements: ListedStatement[] }) {
  return (
    <Card id="statements" heading="Statements">
      {statements.length === 0 ? (
        <p className="mt-2">The first one is here after the month of the first invoice.</p>
      ) : (
        <ul className="mt-2 divide-y divide-rule">
          {statements.map(statement => (
            <StatementItem key={statement.month} url={url} statement={statement} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function StatementItem({ url, statement }: { url: string; statement: ListedStatement }) {
  const { month, name, pdfUrl, csvUrl, closing, sent, sentAt } = statement
  return (
    <li className="py-2">
      <div className="flex items-baseline justify-between gap-4">
        <a href={pdfUrl} className="link tap-target">
          {name}
          <span className="sr-only">, PDF</span>
        </a>
        <a href={csvUrl} className="link mr-auto tap-target">
          CSV<span className="sr-only">{` of ${name}`}</span>
        </a>
        <span className="tabular-nums whitespace-nowrap">{closing}</span>
      </div>
      <form
        method="post"
        action={`${url}/statements/${month}/email`}
        className="flex flex-wrap items-center gap-x-4"
      >
        <input type="hidden" name="sent" value={sentAt} />
        <button type="submit" className="button px-3">
          {sent === '' ? 'Email it' : 'Email it again'}
          <span className="sr-only">{`: ${name}`}</span>
        </button>
        {sent !== '' && <span className="note">{sent}</span>}
      </form>
    </li>
  )
}
