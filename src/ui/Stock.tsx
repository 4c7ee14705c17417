import { renderUnbroken } from './unbroken.tsx'

interface StockProps {
  kind: 'in' | 'low' | 'back_order' | 'due' | 'none'
  text: string
  className?: string
}

/** Stock in words; the coloured dot only repeats them (R-UX-36). */
export function Stock({ kind, text, className = '' }: StockProps) {
  return (
    <span className={`inline-flex items-baseline gap-2 ${className}`}>
      <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${dotClass[kind]}`} />
      <span>{renderUnbroken(text)}</span>
    </span>
  )
}

const dotClass: Record<StockProps['kind'], string> = {
  in: 'bg-stock',
  low: 'bg-late',
  back_order: 'bg-late',
  due: 'bg-late',
  none: 'bg-edge',
}
