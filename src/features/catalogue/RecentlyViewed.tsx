import { useEffect, useEffectEvent, useState } from 'react'
import { addNewestFirst, readStoredList, writeStoredList } from '../../ui/browser/stored-list.client.ts'
import { imageUrl } from '../media/links.ts'

/** From the browser's storage. `current` is the product of this page: stored for later pages, not shown here. */
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
    writeStoredList(key, [])
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
                <span className="block truncate note">{product.title}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A viewed product as this browser stores it, without price and stock, which change. */
interface ViewedProduct {
  url: string
  code: string
  title: string
  image: string | null
}

const key = 'recently-viewed'
const maxItems = 8

/** The products viewed last in this browser, the newest first. The list is never sent to the server. */
function readRecentlyViewed(): ViewedProduct[] {
  return readStoredList(key, isViewedProduct)
}

function addRecentlyViewed(product: ViewedProduct): void {
  writeStoredList(
    key,
    addNewestFirst(readRecentlyViewed(), product, item => item.url, maxItems),
  )
}

function isViewedProduct(value: unknown): value is ViewedProduct {
  if (typeof value !== 'object' || value === null) return false
  const { url, code, title, image } = value as Record<string, unknown>
  const isLocalUrl = typeof url === 'string' && /^\/[a-z0-9]/.test(url)
  return (
    isLocalUrl &&
    typeof code === 'string' &&
    typeof title === 'string' &&
    (image === null || typeof image === 'string')
  )
}
