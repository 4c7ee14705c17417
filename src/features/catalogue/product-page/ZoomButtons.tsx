import { ZoomIcon } from '../../../ui/Icons.tsx'
import { canStepZoom, stepZoom, type Zoom } from './zoom.ts'

interface ZoomButtonsProps {
  zoom: Zoom
  onZoom: (zoom: Zoom) => void
}

/** Buttons to zoom in and out. The factor between them is announced when it changes. */
export function ZoomButtons({ zoom, onZoom }: ZoomButtonsProps) {
  return (
    <fieldset className="flex items-center gap-2 md:ml-auto md:gap-0">
      <legend className="sr-only">Zoom</legend>
      <Step direction="out" label="Zoom out" zoom={zoom} onZoom={onZoom} />
      <output className="min-w-12 text-center text-sm text-steel max-md:sr-only">{zoom.factor}×</output>
      <Step direction="in" label="Zoom in" zoom={zoom} onZoom={onZoom} />
    </fieldset>
  )
}

function Step({
  direction,
  label,
  zoom,
  onZoom,
}: ZoomButtonsProps & { direction: 'in' | 'out'; label: string }) {
  const isEnd = !canStepZoom(zoom, direction)
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isEnd || undefined}
      onClick={() => onZoom(stepZoom(zoom, direction))}
      className="inline-flex size-11 cursor-pointer items-center justify-center rounded border border-edge bg-surface hover:bg-sunk aria-disabled:cursor-default aria-disabled:border-rule aria-disabled:text-edge aria-disabled:hover:bg-surface"
    >
      <ZoomIcon className="size-5" direction={direction} />
    </button>
  )
}
