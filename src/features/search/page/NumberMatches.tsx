import { pluralize } from '../../../lib/count.ts'
import { type NumberMatch, toSearchUrl } from './search-view.ts'

interface NumberMatchesProps {
  numbers: NumberMatch[]
  listText: string | null
}

/** The products of the typed numbers, before the table; a list of several numbers can be checked in the order pad. */
export function NumberMatches({ numbers, listText }: NumberMatchesProps) {
  if (numbers.length === 0) return listText === null ? null : <ListForm text={listText} />
  return (
    <section aria-labelledby="codes" className="card mt-4 border-l-4 border-l-stock px-4 py-3">
      <h2 id="codes" className="text-base">
        {numbers.length === 1 ? 'We know this number' : 'We know these numbers'}
      </h2>
      <ul className="mt-1 gap-x-8 sm:columns-2">
        {numbers.map(match => (
          <li key={`${match.maker} ${match.number} ${match.code}`} className="break-inside-avoid py-1">
            <NumberLine match={match} />
          </li>
        ))}
      </ul>
      {listText !== null && <ListForm text={listText} />}
    </section>
  )
}

function NumberLine({ match: { number, maker, code, title, url, products } }: { match: NumberMatch }) {
  return (
    <>
      <span className="text-steel">{maker}</span>{' '}
      {number !== code && (
        <>
          <span className="code">{number}</span>
          <span aria-hidden="true"> → </span>
          <span className="sr-only">is replaced by </span>
        </>
      )}
      <a href={url} className="link">
        <span className="code">{code}</span> {title}
      </a>
      {products > 1 && (
        <>
          {' · '}
          <a
            href={toSearchUrl(number)}
            aria-label={`${pluralize(products, 'product')} with the number ${number}`}
            className="link whitespace-nowrap"
          >
            {pluralize(products, 'product')}
          </a>
        </>
      )}
    </>
  )
}

function ListForm({ text }: { text: string }) {
  return (
    <form method="post" action="/order-pad" className="mt-3 mb-1">
      <input type="hidden" name="text" value={text} />
      <button type="submit" className="button min-h-11">
        Check these in the order pad
      </button>
    </form>
  )
}
