import type { GoodsShare } from './state-view.ts'

/** How much of what is still to go of an order can go now; null: it is not said. `part`: ' of the rest'. */
export function GoodsLabel({ share, part = '' }: { share: GoodsShare | null; part?: string }) {
  if (share === null) return null
  const text = {
    all: `All${part} can go now`,
    some: `Some${part} can go now`,
    none: 'Nothing can go yet',
  }
  return (
    <span className={`text-sm whitespace-nowrap ${share === 'all' ? 'text-stock' : 'text-late'}`}>
      {text[share]}
    </span>
  )
}
