import { type GoodsShare, goodsShareTexts } from '../state-view.ts'

interface GoodsLabelProps {
  share: GoodsShare
  text?: string
  className?: string
}

const colours: Record<GoodsShare, string> = { all: 'text-stock', some: '', none: 'text-late' }

/** How much of what is still to go of an order can go now. */
export function GoodsLabel({ share, text = goodsShareTexts[share], className = 'text-sm' }: GoodsLabelProps) {
  return <span className={`${className} whitespace-nowrap ${colours[share]}`}>{text}</span>
}
