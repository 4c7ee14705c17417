import { type GoodsShare, goodsShareTexts } from './state-view.ts'

interface GoodsLabelProps {
  share: GoodsShare
  text?: string
  className?: string
}

/** How much of what is still to go of an order can go now. */
export function GoodsLabel({ share, text = goodsShareTexts[share], className = 'text-sm' }: GoodsLabelProps) {
  return (
    <span className={`${className} whitespace-nowrap ${share === 'all' ? 'text-stock' : 'text-late'}`}>
      {text}
    </span>
  )
}
