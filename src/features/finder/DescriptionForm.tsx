import { useState } from 'react'
import { TextField } from '../../ui/Field.tsx'
import { enterQuery } from './choose.ts'
import type { FinderState } from './hash.ts'

interface DescriptionFormProps {
  state: FinderState
  go: (next: FinderState) => void
}

export function DescriptionForm({ state, go }: DescriptionFormProps) {
  return <QueryForm key={state.query} state={state} go={go} />
}

// Keyed by the query of the address: what Back brings stands in the field again.
function QueryForm({ state, go }: DescriptionFormProps) {
  const [typed, setTyped] = useState(state.query)
  return (
    <form
      action="/search"
      method="get"
      className="mb-5"
      onSubmit={event => {
        event.preventDefault()
        go(enterQuery(state, typed))
      }}
    >
      <TextField
        id="description"
        name="query"
        label="Description or number"
        hint="Such as “cabin filter JCB” or “93 × 142”."
        width="full"
        value={typed}
        onChange={event => setTyped(event.target.value)}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
      />
      <button type="submit" className="button mt-2 w-full">
        Search
      </button>
    </form>
  )
}
