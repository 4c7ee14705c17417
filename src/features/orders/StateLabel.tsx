import type { StateDescription } from './messages.ts'

/** An order's state in words; the dot only repeats what they say. */
export function StateLabel({ state }: { state: StateDescription }) {
  return (
    <span
      className={`inline-flex items-baseline gap-2 font-semibold ${state.text.length > maxUnbroken ? '' : 'whitespace-nowrap'}`}
    >
      <span aria-hidden="true" className={`size-2.5 shrink-0 rounded-full print:hidden ${dot[state.tone]}`} />
      {state.text}
    </span>
  )
}

/** Characters. A longer one wraps in a narrow column. */
const maxUnbroken = 20

const dot = { good: 'bg-stock', waiting: 'bg-late', open: 'bg-steel', ended: 'bg-edge' }
