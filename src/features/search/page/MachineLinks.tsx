import type { MachineLink } from '../engine/machines/machine-names.ts'

/** Links to the filters of makes and models whose name was typed. */
export function MachineLinks({ machines }: { machines: MachineLink[] }) {
  if (machines.length === 0) return null
  return (
    <section aria-labelledby="machines" className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <h2 id="machines" className="text-base">
        Filters that fit
      </h2>
      <ul className="flex flex-wrap gap-2">
        {machines.map(({ label, url }) => (
          <li key={url}>
            <a href={url} className="button min-h-10">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
