import { useState } from 'react'
import { CheckIcon, CopyIcon } from './Icons.tsx'

const visibleMs = 2000

/** Copies a text to the clipboard and says so; hidden without JavaScript. */
export function CopyButton({ text, what: subject }: { text: string; what: string }) {
  const [state, setState] = useState<'ready' | 'copied' | 'refused'>('ready')
  async function copy() {
    const worked = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
    setState(worked ? 'copied' : 'refused')
    setTimeout(() => setState('ready'), visibleMs)
  }
  return (
    <>
      <button
        type="button"
        onClick={copy}
        aria-label={`Copy ${subject} ${text}`}
        className="needs-script inline-flex min-h-8 cursor-pointer items-center gap-1.5 rounded border border-rule bg-surface px-2 text-sm hover:bg-sunk"
      >
        {state === 'copied' ? <CheckIcon className="size-4 text-stock" /> : <CopyIcon className="size-4" />}
        {state === 'copied' ? 'Copied' : 'Copy'}
      </button>
      <span role="status" className="sr-only">
        {statusText[state]}
      </span>
    </>
  )
}

const statusText = { ready: '', copied: 'Copied', refused: 'The browser did not allow copying' } as const
