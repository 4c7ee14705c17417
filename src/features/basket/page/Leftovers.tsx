import type { Leftover } from '../basket.ts'

/** A list of this many lines is all that the order pad takes at once. */
const linesPerPad = 500

/** What did not fit into the account's basket at sign-in: to be put into the order pad, or dismissed (R-BASKET-9). */
export function Leftovers({ leftovers }: { leftovers: readonly Leftover[] }) {
  const lines = leftovers.map(({ code, quantity }) => `${code} ${quantity}`)
  const lists = Array.from({ length: Math.ceil(lines.length / linesPerPad) }, (_, nth) =>
    lines.slice(nth * linesPerPad, (nth + 1) * linesPerPad).join('\n'),
  )
  const count = lines.length.toLocaleString('en-GB')
  return (
    <section aria-labelledby="leftovers" className="no-print card mb-4 border-l-4 border-l-late px-4 py-3">
      <h2 id="leftovers" className="text-base font-semibold">
        {lines.length === 1 ? '1 product' : `${count} products`} didn’t fit when you signed in
      </h2>
      <p className="mt-1">
        {lines.length === 1 ? 'It was' : 'They were'} in your basket before. Nothing is lost: order what is
        here first, then add the rest from the order pad.
      </p>
      <details>
        <summary className="link flex min-h-11 w-fit cursor-pointer items-center">Show the list</summary>
        <ul className="max-h-60 overflow-y-auto pb-2">
          {leftovers.map(({ code, quantity }, index) => (
            // The same product may be in the list twice, after two sign-ins.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <li key={index}>
              <span className="code">{code}</span> × {quantity}
            </li>
          ))}
        </ul>
      </details>
      <div className="flex flex-wrap items-center gap-x-6">
        {lists.map((list, nth) => (
          <form key={list} method="post" action="/order-pad">
            <input type="hidden" name="text" value={list} />
            <button type="submit" className="link min-h-11 cursor-pointer font-semibold">
              Open {lists.length > 1 ? `part ${nth + 1} ` : ''}in the order pad
            </button>
          </form>
        ))}
        <form method="post" action="/basket">
          <input type="hidden" name="clear_leftovers" value="1" />
          <button type="submit" className="link min-h-11 cursor-pointer">
            Dismiss the list
          </button>
        </form>
      </div>
    </section>
  )
}
