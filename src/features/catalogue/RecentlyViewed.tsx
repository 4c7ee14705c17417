import { useEffect, useEffectEvent, useState } from 'react'
import { imageUrl } from '../media/links.ts'
import {
  addRecentlyViewed,
  clearRecentlyViewed,
  readRecentlyViewed,
  type ViewedProduct,
} from './recently-viewed.client.ts'

/**
 * The products viewed last, from the browser's storage; server-rendered HTML has none. `current` is the product of this
 * page: it is stored for later pages and not shown here.
 */
export function RecentlyViewed({ current }: { current?: Omit<ViewedProduct, 'url'> }) {
  const [products, setProducts] = useState<ViewedProduct[]>([])
  const readAndStore = useEffectEvent(() => {
    const url = location.pathname
    setProducts(readRecentlyViewed().filter(product => product.url !== url))
    if (current) addRecentlyViewed({ url, ...current })
  })
  // Once per page: another product is another page.
  useEffect(() => readAndStore(), [])
  if (products.length === 0) return null

  function clear() {
    clearRecentlyViewed()
    setProducts([])
    document.getElementById('main')?.focus()
  }

  return (
    <section aria-labelledby="recent" className="no-print mt-10">
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <h2 id="recent" className="text-xl">
          Recently viewed
        </h2>
        <button type="button" className="link min-h-11 cursor-pointer" onClick={clear}>
          Clear<span className="sr-only"> recently viewed</span>
        </button>
      </div>
      <ul className="mt-2 grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {products.map(product => (
          <li key={product.url}>
            <a href={product.url} className="card flex h-full items-center gap-3 p-3 hover:bg-sunk">
              {product.image === null ? (
                <span className="size-[3.125rem] shrink-0 rounded border border-rule bg-sunk" />
              ) : (
                <img
                  src={imageUrl(product.image, 50)}
                  srcSet={`${imageUrl(product.image, 50)} 1x, ${imageUrl(product.image, 100)} 2x`}
                  alt=""
                  width={50}
                  height={50}
                  loading="lazy"
                  className="size-[3.125rem] shrink-0 rounded border border-rule bg-white object-contain"
                />
              )}
              <span className="min-w-0">
                <span className="code">{product.code}</span>
                <span className="block truncate text-sm text-steel">{product.title}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
