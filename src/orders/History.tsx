interface HistoryEntry {
  what: string
  who: string
  /** In words; `iso` is the same moment for machines. */
  when: string
  iso: string
}

/** What became of an order, as its buyer and the back office read it. */
export function History({ lines }: { lines: readonly HistoryEntry[] }) {
  return (
    <section aria-labelledby="history" className="mt-8">
      <h2 id="history" className="text-lg">
        What happened
      </h2>
      <ol className="mt-2 border-l-2 border-rule">
        {lines.map((line, index) => (
          // The history of an order only grows: a line keeps its place.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={index} className="relative py-2 pl-5">
            <span
              aria-hidden="true"
              className="absolute top-4 -left-[5px] size-2 rounded-full bg-edge ring-4 ring-ground"
            />
            <span className="block font-semibold wrap-anywhere">{line.what}</span>
            <span className="block text-sm text-steel">
              <time dateTime={line.iso}>{line.when}</time> · {line.who}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
