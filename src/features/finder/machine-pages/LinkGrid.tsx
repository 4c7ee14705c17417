export function LinkGrid({ links }: { links: { name: string; url: string; note?: string }[] }) {
  return (
    <ul className={`${gridClass} ${cellClass}`}>
      {links.map(({ name, url, note }) => (
        <li key={url}>
          <a href={url}>
            {name}
            {note && <small>{note}</small>}
          </a>
        </li>
      ))}
    </ul>
  )
}

// The cells are styled from the list: 2,000 makes would repeat the classes 2,000 times.
const gridClass = 'mt-3 grid grid-cols-2 gap-2 md:grid-cols-3 lg:grid-cols-4'
const cellClass =
  '[&>li]:rounded [&>li]:border [&>li]:border-rule [&>li]:bg-surface [&>li]:hover:border-edge [&_a]:flex [&_a]:h-full [&_a]:min-h-12 [&_a]:flex-wrap [&_a]:items-center [&_a]:justify-between [&_a]:gap-x-3 [&_a]:px-3 [&_a]:py-2 [&_a]:hover:text-link [&_a]:focus-visible:-outline-offset-3 sm:[&_a]:px-4 [&_small]:text-sm [&_small]:text-steel'

export function MachineHeading({ image, title, kind }: { image: string; title: string; kind: string }) {
  return (
    <div className="mt-2 flex items-center gap-4 sm:gap-6">
      <img
        src={image}
        alt=""
        width={128}
        height={96}
        className="h-18 w-24 shrink-0 rounded border border-rule bg-white sm:h-24 sm:w-32"
      />
      <div>
        <h1 className="text-2xl">{title}</h1>
        <p className="text-steel">{kind}</p>
      </div>
    </div>
  )
}
