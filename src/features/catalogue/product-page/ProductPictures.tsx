import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { ZoomIcon } from '../../../ui/Icons.tsx'
import { imageUrl } from '../../media/links.ts'
import type { ProductPicture } from './props.ts'

// 585 × 585 (R-CATALOGUE-3). Without JavaScript the link opens the large picture.
const frameClass = 'card aspect-square w-full overflow-hidden'
// On a phone the buttons are beside the picture, so that price and Add are in the first screen.
const placeClass = 'w-full self-start md:col-start-1 md:row-span-2 md:row-start-1 md:max-w-[36.5625rem]'

/** The pictures of a product, one at a time, with thumbnails to swap them when there are several. */
export function ProductPictures({ pictures }: { pictures: ProductPicture[] }) {
  const [at, setAt] = useState(0)
  const [zoom, setZoom] = useState<Zoom>(unzoomed)
  const picture = pictures[at]
  if (!picture) {
    return (
      <div
        className={`card flex items-center justify-center overflow-hidden text-steel max-md:h-32 md:aspect-square ${placeClass}`}
      >
        No picture of this part yet
      </div>
    )
  }
  return (
    <section aria-label="Pictures" className={`${placeClass} max-md:flex max-md:gap-3`}>
      <div className="max-md:max-w-[13.5rem] max-md:min-w-0 max-md:grow">
        <Frame key={picture.filename} picture={picture} zoom={zoom} onZoom={setZoom} />
      </div>
      <div className="needs-script flex items-start justify-between gap-3 max-md:shrink-0 max-md:flex-col md:mt-3 md:flex-wrap">
        {pictures.length > 1 && (
          <Swapper
            pictures={pictures}
            at={at}
            onSwap={next => {
              setAt(next)
              setZoom(unzoomed)
            }}
          />
        )}
        <ZoomButtons zoom={zoom} onZoom={setZoom} />
      </div>
    </section>
  )
}

interface SwapperProps {
  pictures: ProductPicture[]
  at: number
  onSwap: (at: number) => void
}

function Swapper({ pictures, at, onSwap }: SwapperProps) {
  return (
    <ul aria-label="Choose a picture" className="flex gap-2 max-md:flex-col md:flex-wrap">
      {pictures.map((picture, index) => (
        <li key={picture.filename}>
          <button
            type="button"
            aria-label={`Picture ${index + 1} of ${pictures.length}`}
            aria-pressed={index === at}
            onClick={() => onSwap(index)}
            className="block size-18 cursor-pointer overflow-hidden rounded border border-rule bg-white aria-pressed:border-3 aria-pressed:border-link"
          >
            <img
              // At this size drawings still have dimension lines, by which the pictures differ.
              src={imageUrl(picture.filename, 400)}
              alt=""
              width={72}
              height={72}
              loading="lazy"
              className="size-full object-contain"
            />
          </button>
        </li>
      ))}
    </ul>
  )
}

interface FrameProps {
  picture: ProductPicture
  zoom: Zoom
  onZoom: (zoom: Zoom) => void
}

// A link to the large picture that becomes a toggle button after hydration; it works by keyboard too (R-UX-47).
function Frame({ picture, zoom, onZoom }: FrameProps) {
  const isHydrated = useSyncExternalStore(noSubscription, yes, no)
  const drag = useRef<{ x: number; y: number; hasMoved: boolean } | null>(null)
  const hintId = useId()
  const isZoomed = isZoomedIn(zoom)

  function handleClick(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    // A press by key has no position; a drag is not a press.
    if (event.detail === 0) onZoom(toggleZoom(zoom, centre))
    else if (!drag.current?.hasMoved) onZoom(toggleZoom(zoom, getPointerPosition(event)))
  }

  function handleKey(event: KeyboardEvent) {
    const next = event.key === ' ' ? toggleZoom(zoom, centre) : applyZoomKey(zoom, event.key)
    if (!next || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    onZoom(next)
  }

  function handleMove(event: PointerEvent) {
    if (event.pointerType === 'mouse') return onZoom(followPointer(zoom, getPointerPosition(event)))
    if (!drag.current) return
    const { x, y } = getPointerPosition(event)
    const by = { x: x - drag.current.x, y: y - drag.current.y }
    drag.current = { x, y, hasMoved: drag.current.hasMoved || Math.hypot(by.x, by.y) > 0.01 }
    onZoom(dragZoom(zoom, by))
  }

  return (
    <a
      href={imageUrl(picture.filename, 1170)}
      {...(isHydrated && { role: 'button', 'aria-pressed': isZoomed })}
      aria-describedby={isZoomed ? hintId : undefined}
      onClick={handleClick}
      onKeyDown={handleKey}
      onPointerDown={event => {
        drag.current = { ...getPointerPosition(event), hasMoved: false }
      }}
      onPointerMove={isZoomed ? handleMove : undefined}
      draggable={false}
      className={`${frameClass} relative block bg-white ${isZoomed ? 'cursor-zoom-out touch-none' : 'cursor-zoom-in'}`}
    >
      <img
        src={imageUrl(picture.filename, isZoomed ? 1170 : 585)}
        srcSet={
          isZoomed
            ? undefined
            : [400, 585, 800, 1170].map(px => `${imageUrl(picture.filename, px)} ${px}w`).join(', ')
        }
        sizes="(max-width: 767px) 216px, 585px"
        alt={picture.alt}
        width={585}
        height={585}
        fetchPriority="high"
        draggable={false}
        // Set in the browser only: the content security policy forbids style attributes in HTML.
        style={
          isZoomed
            ? {
                transform: `scale(${zoom.factor})`,
                transformOrigin: `${zoom.x * 100}% ${zoom.y * 100}%`,
              }
            : undefined
        }
        className="size-full object-contain"
      />
      <span className="sr-only">{isHydrated ? ', zoom' : ', show larger'}</span>
      {isZoomed && (
        <span id={hintId} hidden>
          Arrow keys move the picture, plus and minus change its size, Escape shows it whole.
        </span>
      )}
    </a>
  )
}

/** The pointer's position in the frame: 0 to 1 from left and top. */
function getPointerPosition(event: MouseEvent): { x: number; y: number } {
  const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
  return { x: (event.clientX - left) / width, y: (event.clientY - top) / height }
}

const noSubscription = () => () => {}
const yes = () => true
const no = () => false

interface ZoomButtonsProps {
  zoom: Zoom
  onZoom: (zoom: Zoom) => void
}

/** Buttons to zoom in and out. The factor between them is announced when it changes. */
function ZoomButtons({ zoom, onZoom }: ZoomButtonsProps) {
  return (
    <fieldset className="flex items-center gap-2 md:ml-auto md:gap-0">
      <legend className="sr-only">Zoom</legend>
      <Step direction="out" label="Zoom out" zoom={zoom} onZoom={onZoom} />
      <output className="min-w-12 text-center note max-md:sr-only">{zoom.factor}×</output>
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

/** The magnification of a picture and the fixed point of the scaling: 0 to 1 from its left and top edge. */
export interface Zoom {
  factor: number
  x: number
  y: number
}

interface Point {
  x: number
  y: number
}

// The largest factor is fixed (R-CATALOGUE-3).
const factors = [1, 2.5, 5, 10] as const

export const unzoomed: Zoom = { factor: 1, x: 0.5, y: 0.5 }
export const centre: Point = { x: 0.5, y: 0.5 }

function isZoomedIn(zoom: Zoom): boolean {
  return zoom.factor > 1
}

/** The first press zooms in at that point, the second zooms out. */
export function toggleZoom(zoom: Zoom, { x, y }: Point): Zoom {
  return isZoomedIn(zoom) ? unzoomed : { factor: factors[1], x, y }
}

export function canStepZoom(zoom: Zoom, direction: 'in' | 'out'): boolean {
  return stepZoom(zoom, direction).factor !== zoom.factor
}

/** One step in or out at the same point; unchanged when there is no further step. */
export function stepZoom(zoom: Zoom, direction: 'in' | 'out'): Zoom {
  const next =
    direction === 'in'
      ? factors.find(factor => factor > zoom.factor)
      : factors.findLast(factor => factor < zoom.factor)
  if (next === undefined) return zoom
  return next === 1 ? unzoomed : { ...zoom, factor: next }
}

export function followPointer(zoom: Zoom, { x, y }: Point): Zoom {
  return isZoomedIn(zoom) ? { ...zoom, x: clampShare(x), y: clampShare(y) } : zoom
}

/** Drags the zoomed picture; `by` is the distance as a share of the frame. */
export function dragZoom(zoom: Zoom, by: Point): Zoom {
  if (!isZoomedIn(zoom)) return zoom
  const reach = zoom.factor - 1
  return { ...zoom, x: clampShare(zoom.x - by.x / reach), y: clampShare(zoom.y - by.y / reach) }
}

const arrows: Record<string, Point> = {
  ArrowLeft: { x: 1, y: 0 },
  ArrowRight: { x: -1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
}
const shareOfFrame = 0.25

/** The zoom after a key press; null when the key is not for the picture. */
export function applyZoomKey(zoom: Zoom, key: string): Zoom | null {
  if (key === '+' || key === '=') return stepZoom(zoom, 'in')
  if (!isZoomedIn(zoom)) return null
  if (key === '-') return stepZoom(zoom, 'out')
  if (key === 'Escape') return unzoomed
  const arrow = arrows[key]
  return arrow ? dragZoom(zoom, { x: arrow.x * shareOfFrame, y: arrow.y * shareOfFrame }) : null
}

function clampShare(share: number): number {
  return Math.min(1, Math.max(0, share))
}
