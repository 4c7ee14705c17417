import { renderUnbroken } from './unbroken.tsx'

interface StockProps {
  kind: 'in' | 'low' | 'back_order' | 'due' | 'none'
  text: string
}

/** Stock in words; the coloured dot only repeats them (R-UX-36). */
export function Stock({ kind, text }: StockProps) {
  return <span className={dotClass[kind]}>{renderUnbroken(text)}</span>
}

const dotClass: Record<StockProps['kind'], string> = {
  in: 'stock-in',
  low: 'stock-late',
  back_order: 'stock-late',
  due: 'stock-late',
  none: 'stock-none',
}
