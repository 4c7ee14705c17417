import { canGo, stepped, type Zoom } from './zoom.ts'

interface ZoomButtonsProps {
  zoom: Zoom
  onZoom: (zoom: Zoom) => void
}

/** Nearer and farther for those who press buttons; the factor between them is told as it changes. */
export function ZoomButtons({ zoom, onZoom }: ZoomButtonsProps) {
  return (
    <fieldset className="ml-auto flex items-center">
      <legend className="sr-only">Zoom</legend>
      <Step way="farther" label="Zoom out" zoom={zoom} onZoom={onZoom} />
      <output className="min-w-12 text-center text-sm text-steel">{zoom.factor}×</output>
      <Step way="nearer" label="Zoom in" zoom={zoom} onZoom={onZoom} />
    </fieldset>
  )
}

function Step({ way, label, zoom, onZoom }: ZoomButtonsProps & { way: 'nearer' | 'farther'; label: string }) {
  const isEnd = !canGo(zoom, way)
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isEnd || undefined}
      onClick={() => onZoom(stepped(zoom, way))}
      className="inline-flex size-11 cursor-pointer items-center text-lg justify-center rounded border border-edge bg-surface hover:bg-sunk aria-disabled:cursor-default aria-disabled:border-rule aria-disabled:text-edge aria-disabled:hover:bg-surface"
    >
      <span aria-hidden="true">{way === 'nearer' ? '+' : '−'}</span>
    </button>
  )
}
