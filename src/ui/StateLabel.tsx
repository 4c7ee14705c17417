/** A state in words. */
export interface StateDescription {
  text: string
  /** Green for what is done, brown for what waits, dark grey for what is in work, grey for what ended without an order, red for what is stopped. */
  tone: 'good' | 'waiting' | 'open' | 'ended' | 'stopped'
}

/** A state with a dot, which only repeats what the words say. */
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

const dot = { good: 'bg-stock', waiting: 'bg-late', open: 'bg-steel', ended: 'bg-edge', stopped: 'bg-danger' }
