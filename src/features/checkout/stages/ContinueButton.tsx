import type { Stage } from '../stages.ts'

/** The button that completes a stage, labelled with the stage it leads to. */
export function ContinueButton({ to, isBusy }: { to: Stage; isBusy: boolean }) {
  return (
    <div className="mt-6">
      <button
        type="submit"
        className="button button-next min-h-12 px-6 text-lg max-sm:w-full max-sm:px-3"
        aria-busy={isBusy || undefined}
      >
        {isBusy ? 'Saving…' : `Continue to ${shortNames[to]}`}
      </button>
      <span role="status" className="sr-only">
        {isBusy ? 'Saving…' : ''}
      </span>
    </div>
  )
}

const shortNames: Record<Stage, string> = {
  1: 'contact',
  2: 'delivery',
  3: 'delivery date',
  4: 'billing',
  5: 'purchase options',
  6: 'confirmation',
}
