import { type ToggleEvent, useRef, useState } from 'react'
import type { ReplyOf } from '../../../lib/calls/call.ts'
import { formatDate, parseIsoDate } from '../../../lib/dates.ts'
import { ChevronIcon } from '../../../ui/Icons.tsx'
import type { readTerms as termsCall } from '../../home/schemas.ts'
import { loadTerms } from './requests.client.ts'

type Terms = ReplyOf<typeof termsCall>

/** The terms in the stage itself, so that reading them does not leave the checkout. Loaded when opened. */
export function TermsCopy() {
  const [terms, setTerms] = useState<Terms | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const isLoading = useRef(false)

  async function load() {
    if (terms || isLoading.current) return
    isLoading.current = true
    setFailure(null)
    const reply = await loadTerms()
    isLoading.current = false
    if ('failure' in reply) setFailure(reply.failure)
    else setTerms(reply)
  }

  return (
    <details
      className="mt-1"
      onToggle={(event: ToggleEvent<HTMLDetailsElement>) => {
        if (event.currentTarget.open) void load()
      }}
    >
      <summary className="link inline-flex min-h-11 cursor-pointer items-center">
        Read the terms and conditions here
        <ChevronIcon className="turns ml-1.5 size-4" />
      </summary>
      {terms ? (
        <section
          aria-label="Terms and conditions"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container needs the focus for the arrow keys
          tabIndex={0}
          className="mt-1 max-h-96 overflow-y-auto rounded border border-rule bg-ground px-4 py-3"
        >
          <p className="note">{formatVersion(terms)}</p>
          {terms.sections.map(({ heading, paragraphs }, index) => (
            <div key={heading} className="mt-4">
              <h3 className="text-base font-semibold">
                {index + 1}. {heading}
              </h3>
              {paragraphs.map(paragraph => (
                <p key={paragraph} className="mt-2">
                  {paragraph}
                </p>
              ))}
            </div>
          ))}
        </section>
      ) : (
        <p role={failure ? 'alert' : 'status'}>
          {failure ?? 'Loading the terms…'}{' '}
          {failure && (
            <button type="button" className="link min-h-11 cursor-pointer" onClick={() => void load()}>
              Try again
            </button>
          )}
        </p>
      )}
    </details>
  )
}

function formatVersion({ version }: Terms): string {
  const since = parseIsoDate(version)
  return `Version of ${since ? formatDate(since) : version}`
}
