import { useEffect, useEffectEvent, useState } from 'react'
import { imageUrl } from '../media/links.ts'
import { forgetViewed, keepViewed, recentlyViewed, type Viewed } from './recent.client.ts'

/**
 * The parts looked at last, from this browser's own memory: the page as it is sent knows none. `current` is the part of
 * this page: remembered for the next, not shown here.
 */
export function RecentlyViewed({ current }: { current?: Omit<Viewed, 'url'> }) {
  const [parts, setParts] = useState<Viewed[]>([])
  const readAndRemember = useEffectEvent(() => {
    const url = location.pathname
    setParts(recentlyViewed().filter(part => part.url !== url))
    if (current) keepViewed({ url, ...current })
  })
  // Once: another part is another page.
  useEffect(() => readAndRemember(), [])
  if (parts.length === 0) return null

  function clear() {
    forgetViewed()
    setParts([])
    document.getElementById('main')?.focus()
  }

  return (
    <section aria-labelledby="recent" className="no-print mt-10">
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <h2 id="recent" className="text-xl">
          Recently viewed
        </h2>
        <button type="button" className="link min-h-11 cursor-pointer" onClick={clear}>
          Clear<span className="sr-only"> what was recently viewed</span>
        </button>
      </div>
      <ul className="mt-2 grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {parts.map(part => (
          <li key={part.url}>
            <a href={part.url} className="card flex h-full items-center gap-3 p-3 hover:bg-sunk">
              {part.image === null ? (
                <span className="size-[3.125rem] shrink-0 rounded border border-rule bg-sunk" />
              ) : (
                <img
                  src={imageUrl(part.image, 50)}
                  srcSet={`${imageUrl(part.image, 50)} 1x, ${imageUrl(part.image, 100)} 2x`}
                  alt=""
                  width={50}
                  height={50}
                  loading="lazy"
                  className="size-[3.125rem] shrink-0 rounded border border-rule bg-white object-contain"
                />
              )}
              <span className="min-w-0">
                <span className="code">{part.code}</span>
                <span className="block truncate text-sm text-steel">{part.title}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
