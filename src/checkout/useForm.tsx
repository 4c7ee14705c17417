import { useState } from 'react'
import type { Errors } from '../shared/field-checks.ts'

export interface LiveForm {
  /** What stands beside the fields now: only fields that were judged already. */
  shown: Errors
  /** Counts failed submits; the summary takes the focus at each. */
  attempt: number
  isBusy: boolean
  /** On leaving a field: judged when something stands in it. Never while it is typed the first time. */
  leave: (field: string, text: string) => void
  /** On typing: what the server said of the field no longer holds. */
  touch: (field: string) => void
  /** Puts a sentence beside a field that only the server could know. */
  refuse: (errors: Errors) => void
  /** Judges all, then sends; a second press while it runs does nothing. */
  submit: (sendIt: () => Promise<Errors | null>) => Promise<void>
}

/** The manners of a form: `live` are the errors of what stands in it now. */
export function useForm(live: Errors): LiveForm {
  const [judged, setJudged] = useState<ReadonlySet<string>>(new Set())
  const [server, setServer] = useState<Errors>({})
  const [attempt, setAttempt] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const shown = {
    ...Object.fromEntries(Object.entries(live).filter(([field]) => judged.has(field))),
    ...server,
  }

  async function submit(sendIt: () => Promise<Errors | null>) {
    if (isBusy) return
    setJudged(new Set([...judged, ...Object.keys(live)]))
    if (Object.keys(live).length > 0) return setAttempt(attempt + 1)
    setBusy(true)
    setServer({})
    const refused = await sendIt().finally(() => setBusy(false))
    if (!refused) return
    setServer(refused)
    setAttempt(attempt + 1)
  }

  return {
    shown,
    attempt,
    isBusy,
    submit,
    leave: (field, text) => {
      if (text.trim() !== '' && live[field]) setJudged(new Set([...judged, field]))
    },
    touch: field => setServer(({ [field]: _, ...rest }) => rest),
    refuse: errors => setServer(before => ({ ...before, ...errors })),
  }
}

/** Errors by the ids of their fields, for the summary: 'email' → 'contact-email'. */
export function byId(prefix: string, errors: Errors): Errors {
  return Object.fromEntries(Object.entries(errors).map(([field, message]) => [`${prefix}-${field}`, message]))
}
