import { type ToggleEvent, useRef, useState } from 'react'
import type { ReplyOf } from '../shared/call.ts'
import { isoDate, showDate } from '../shared/dates.ts'
import type { readTerms as termsCall } from '../shell/contract.ts'
import { ChevronIcon } from '../ui/Icons.tsx'
import { readTerms } from './calls.browser.ts'

type Terms = ReplyOf<typeof termsCall>

/** Rule 29: the terms, folded within the stage, so that nobody has to leave the checkout to read them. Fetched when opened. */
export function TermsCopy() {
  const [terms, setTerms] = useState<Terms | null>(null)
  const [away, setAway] = useState<string | null>(null)
  const isAsking = useRef(false)

  async function ask() {
    if (terms || isAsking.current) return
    isAsking.current = true
    setAway(null)
    const reply = await readTerms()
    isAsking.current = false
    if ('away' in reply) setAway(reply.away)
    else setTerms(reply)
  }

  return (
    <details
      className="mt-1"
      onToggle={(event: ToggleEvent<HTMLDetailsElement>) => {
        if (event.currentTarget.open) void ask()
      }}
    >
      <summary className="link inline-flex min-h-11 cursor-pointer items-center">
        Read the terms and conditions here
        <ChevronIcon className="turns ml-1.5 size-4" />
      </summary>
      {terms ? (
        <section
          aria-label="Terms and conditions"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: long text scrolls within its frame, and the arrow keys need the focus in it
          tabIndex={0}
          className="mt-1 max-h-96 overflow-y-auto rounded border border-rule bg-ground px-4 py-3"
        >
          <p className="text-sm text-steel">{versionOf(terms)}</p>
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
        <p role={away ? 'alert' : 'status'}>
          {away ?? 'Loading the terms…'}{' '}
          {away && (
            <button type="button" className="link min-h-11 cursor-pointer" onClick={() => void ask()}>
              Try again
            </button>
          )}
        </p>
      )}
    </details>
  )
}

function versionOf({ version }: Terms): string {
  const since = isoDate(version)
  return `Version of ${since ? showDate(since) : version}`
}
