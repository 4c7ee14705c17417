import type { ReactNode } from 'react'

interface FindOrderProps {
  action: string
  /** Whose orders are searched. */
  label: string
  query: string
  /** What is found: 'a return'. */
  what?: string
  /** What they are found by. */
  hint: string
  /** Hidden fields. */
  children?: ReactNode
}

/** The field over a list of orders: a plain GET form. */
export function FindOrder({ action, label, query, what = 'an order', hint, children }: FindOrderProps) {
  return (
    <search aria-label={label} className="block max-w-xl">
      <form method="get" action={action}>
        <label htmlFor="order-query" className="mb-1 block font-semibold">
          {`Find ${what}`}
        </label>
        {children}
        <div className="flex gap-2">
          <input
            id="order-query"
            name="query"
            type="search"
            defaultValue={query}
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            aria-describedby="order-query-hint"
            className="input min-w-0"
          />
          <button type="submit" className="button button-strong px-4">
            Find
          </button>
        </div>
        <p id="order-query-hint" className="mt-1 text-sm text-steel">
          {hint}
        </p>
      </form>
    </search>
  )
}
