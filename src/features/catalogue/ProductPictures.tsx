import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { imageUrl } from '../media/links.ts'
import type { Picture } from './product-view.ts'
import { ZoomButtons } from './ZoomButtons.tsx'
import { afterKey, dragged, isNear, middle, pointedAt, toggled, whole, type Zoom } from './zoom.ts'

// Specification §9: 585 × 585. Without a script the large picture opens by itself.
const framed = 'card aspect-square w-full overflow-hidden'

/** The pictures of a part, one at a time, with a swapper where there are several. */
export function ProductPictures({ pictures }: { pictures: Picture[] }) {
  const [at, setAt] = useState(0)
  const [zoom, setZoom] = useState<Zoom>(whole)
  const picture = pictures[at]
  if (!picture) {
    return (
      <div
        className={`${framed} flex max-w-[36.5625rem] items-center justify-center self-start text-steel max-md:mx-auto`}
      >
        No picture of this part yet
      </div>
    )
  }
  return (
    <section aria-label="Pictures" className="w-full max-w-[36.5625rem] self-start max-md:mx-auto">
      <Frame key={picture.filename} picture={picture} zoom={zoom} onZoom={setZoom} />
      <div className="needs-script mt-3 flex flex-wrap items-start justify-between gap-3">
        {pictures.length > 1 && (
          <Swapper
            pictures={pictures}
            at={at}
            onSwap={next => {
              setAt(next)
              setZoom(whole)
            }}
          />
        )}
        <ZoomButtons zoom={zoom} onZoom={setZoom} />
      </div>
    </section>
  )
}

interface SwapperProps {
  pictures: Picture[]
  at: number
  onSwap: (at: number) => void
}

function Swapper({ pictures, at, onSwap }: SwapperProps) {
  return (
    <ul aria-label="Choose a picture" className="flex flex-wrap gap-2">
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
              // At this size drawings still carry their measures, by which the views are told apart.
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
  picture: Picture
  zoom: Zoom
  onZoom: (zoom: Zoom) => void
}

// A link to the large picture that a script turns into a switch. Rule 47: with keys as well as with the pointer.
function Frame({ picture, zoom, onZoom }: FrameProps) {
  const isAwake = useSyncExternalStore(noSubscription, yes, no)
  const finger = useRef<{ x: number; y: number; hasMoved: boolean } | null>(null)
  const hintId = useId()
  const near = isNear(zoom)

  function press(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    // A press by key has no place of its own, and a finger that went along has not pressed.
    if (event.detail === 0) onZoom(toggled(zoom, middle))
    else if (!finger.current?.hasMoved) onZoom(toggled(zoom, placeIn(event)))
  }

  function key(event: KeyboardEvent) {
    const next = event.key === ' ' ? toggled(zoom, middle) : afterKey(zoom, event.key)
    if (!next || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    onZoom(next)
  }

  function move(event: PointerEvent) {
    if (event.pointerType === 'mouse') return onZoom(pointedAt(zoom, placeIn(event)))
    if (!finger.current) return
    const { x, y } = placeIn(event)
    const by = { x: x - finger.current.x, y: y - finger.current.y }
    finger.current = { x, y, hasMoved: finger.current.hasMoved || Math.hypot(by.x, by.y) > 0.01 }
    onZoom(dragged(zoom, by))
  }

  return (
    <a
      href={imageUrl(picture.filename, 1170)}
      {...(isAwake && { role: 'button', 'aria-pressed': near })}
      aria-describedby={near ? hintId : undefined}
      onClick={press}
      onKeyDown={key}
      onPointerDown={event => {
        finger.current = { ...placeIn(event), hasMoved: false }
      }}
      onPointerMove={near ? move : undefined}
      draggable={false}
      className={`${framed} relative block bg-white ${near ? 'cursor-zoom-out touch-none' : 'cursor-zoom-in'}`}
    >
      <img
        src={imageUrl(picture.filename, near ? 1170 : 585)}
        srcSet={
          near ? undefined : [585, 800, 1170].map(px => `${imageUrl(picture.filename, px)} ${px}w`).join(', ')
        }
        // As wide as the window on a phone.
        sizes="(max-width: 640px) 100vw, 585px"
        alt={picture.alt}
        width={585}
        height={585}
        fetchPriority="high"
        draggable={false}
        // Only ever set by script: pages as they are sent carry no style attributes.
        style={
          near
            ? {
                transform: `scale(${zoom.factor})`,
                transformOrigin: `${zoom.x * 100}% ${zoom.y * 100}%`,
              }
            : undefined
        }
        className="size-full object-contain"
      />
      <span className="sr-only">{isAwake ? ', zoom' : ', show larger'}</span>
      {near && (
        <span id={hintId} hidden>
          Arrow keys move the picture, plus and minus change its size, Escape shows it whole.
        </span>
      )}
    </a>
  )
}

/** Where in the frame the pointer is: 0 to 1 from left and top. */
function placeIn(event: MouseEvent): { x: number; y: number } {
  const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
  return { x: (event.clientX - left) / width, y: (event.clientY - top) / height }
}

const noSubscription = () => () => {}
const yes = () => true
const no = () => false
