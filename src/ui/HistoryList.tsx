import { Section } from './Card.tsx'

interface HistoryItem {
  what: string
  who: string
  /** For people; `iso` is the same instant for machines. */
  when: string
  iso: string
  /** What was written, of a note or message. */
  text?: string | null
}

/** The history of an order, for the customer and for staff. */
export function HistoryList({ entries }: { entries: readonly HistoryItem[] }) {
  if (entries.length === 0) return null
  return (
    <Section id="history" heading="History" className="mt-8">
      <ol className="mt-2 border-l-2 border-rule">
        {entries.map((entry, index) => (
          // The history only grows: an entry keeps its index.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={index} className="relative py-2 pl-5">
            <span
              aria-hidden="true"
              className="absolute top-4 -left-[5px] size-2 rounded-full bg-edge ring-4 ring-ground"
            />
            <span className="block font-semibold wrap-anywhere">{entry.what}</span>
            {entry.text && (
              <span className="my-1 block max-w-prose border-l-4 border-rule pl-3 whitespace-pre-line wrap-anywhere">
                {entry.text}
              </span>
            )}
            <span className="block note">
              <time dateTime={entry.iso}>{entry.when}</time> · {entry.who}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  )
}
