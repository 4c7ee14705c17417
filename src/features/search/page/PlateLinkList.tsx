import type { PlateLink } from '../schemas.ts'

// Apart from the other lists of machines: the finder's page downloads this one alone.

/** The machines whose serial number, mach number or PIN may have been typed (R-FINDER-12). */
export function PlateLinkList({ plates }: { plates: readonly PlateLink[] }) {
  if (plates.length === 0) return null
  return (
    <section aria-labelledby="plates" className="card mt-4 border-l-4 border-l-link px-4 py-3">
      <h2 id="plates" className="text-base">
        {plates.length === 1
          ? 'This may be the number of a machine'
          : 'This may be the number of one of these machines'}
      </h2>
      <ul className="mt-1">
        {plates.map(({ label, note, url }) => (
          <li key={url}>
            <a href={url} className="link inline-block py-2.5">
              {label}
            </a>
            {note !== null && <span className="text-steel"> {note}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
