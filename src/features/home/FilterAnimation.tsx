import { useEffect, useState, useSyncExternalStore } from 'react'
import { PauseIcon, PlayIcon } from '../../ui/Icons.tsx'

// R-PAGE-4.
const phaseMs = 3000

const phases = [
  { name: 'phase-1', caption: 'Dirty oil comes in' },
  { name: 'phase-2', caption: 'The pleats hold the dirt' },
  { name: 'phase-3', caption: 'Clean oil goes to the engine' },
] as const

/** Decorative, so hidden from assistive technology; it can be paused, and stands still under reduced motion (R-UX-54). */
export function FilterAnimation({ className = '' }: { className?: string }) {
  const [phaseIndex, setPhaseIndex] = useState(0)
  const [choice, setChoice] = useState<'run' | 'stop' | null>(null)
  const isReducedMotion = useSyncExternalStore(
    subscribeToReducedMotion,
    prefersReducedMotion,
    getServerSnapshot,
  )
  const isRunning = choice === null ? !isReducedMotion : choice === 'run'

  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setPhaseIndex(index => (index + 1) % phases.length), phaseMs)
    return () => clearInterval(timer)
  }, [isRunning])

  const phase = phases[phaseIndex]!
  return (
    <div className={className}>
      <div aria-hidden="true" className={`working ${phase.name}`}>
        <FilterDrawing />
      </div>
      <div className="mt-2 flex min-h-11 items-center justify-center gap-2">
        <p aria-hidden="true" className="note">
          {phase.caption}
        </p>
        <button
          type="button"
          aria-label={isRunning ? 'Pause the moving picture' : 'Play the moving picture'}
          onClick={() => setChoice(isRunning ? 'stop' : 'run')}
          className="needs-script inline-flex size-11 shrink-0 cursor-pointer items-center justify-center rounded text-steel hover:bg-sunk"
        >
          {isRunning ? <PauseIcon className="size-4" /> : <PlayIcon className="size-4" />}
        </button>
      </div>
    </div>
  )
}

// Oil enters at the sides, passes the pleats and leaves through the middle.
function FilterDrawing() {
  return (
    <svg viewBox="0 24 352 220" role="presentation" className="block w-full">
      <path className="working-can" d="M96 52q0-22 22-22h116q22 0 22 22v146q0 10-10 10H106q-10 0-10-10z" />
      <path className="working-oil" d="M104 54q0-16 16-16h112q16 0 16 16v142H104z" />
      <g className="working-pleats">
        <path d={getPleatsPath(126)} />
        <path d={getPleatsPath(196)} />
      </g>
      <rect className="working-core" x="160" y="56" width="32" height="140" />
      <path className="working-holes" d="M160 72h32M160 94h32M160 116h32M160 138h32M160 160h32M160 182h32" />
      <path className="working-cap" d="M118 48h116v10H118zM118 190h116v10H118z" />
      <path className="working-base" d="M88 200h176v10q0 6-6 6H94q-6 0-6-6zM150 216h52v12h-52z" />
      <g className="working-in">
        <path d="M20 96h52m-14-10 14 10-14 10M332 96h-52m14-10-14 10 14 10" />
        <path d="M20 150h52m-14-10 14 10-14 10M332 150h-52m14-10-14 10 14 10" />
      </g>
      <path className="working-out" d="M176 76v158m-12-14 12 14 12-14" />
      <g className="working-dirt working-left">{renderDots(leftDirt)}</g>
      <g className="working-dirt working-right">{renderDots(leftDirt.map(([x, y, r]) => [352 - x, y, r]))}</g>
    </svg>
  )
}

type Dot = readonly [x: number, y: number, r: number]

const leftDirt: readonly Dot[] = [
  [30, 84, 3.5],
  [46, 108, 2.5],
  [60, 82, 2],
  [24, 138, 2.5],
  [40, 162, 3.5],
  [58, 140, 2.5],
  [66, 166, 2],
]

function renderDots(list: readonly Dot[]) {
  return list.map(([x, y, r]) => <circle key={`${x} ${y}`} cx={x} cy={y} r={r} />)
}

/** A zigzag of pleats, 30 units wide and 132 high, from `left`. */
function getPleatsPath(left: number): string {
  const folds = Array.from(
    { length: 12 },
    (_, index) => `L${left + 30} ${63.5 + index * 11}L${left} ${69 + index * 11}`,
  )
  return `M${left} 58${folds.join('')}`
}

const reducedMotionQuery = '(prefers-reduced-motion: reduce)'

function subscribeToReducedMotion(onChange: () => void): () => void {
  const query = matchMedia(reducedMotionQuery)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

const prefersReducedMotion = () => matchMedia(reducedMotionQuery).matches
// The server renders it standing still.
const getServerSnapshot = () => true
