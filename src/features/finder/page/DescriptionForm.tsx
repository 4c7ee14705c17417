import { useState } from 'react'
import { TextField } from '../../../ui/forms/Field.tsx'
import { searchMessages } from '../../search/messages.ts'
import { isQueryTooLong } from '../../search/query-length.ts'
import { enterQuery } from '../hash/choose.ts'
import type { FinderState } from '../hash/hash.ts'

interface DescriptionFormProps {
  state: FinderState
  navigate: (next: FinderState) => void
  /** '“cabin filter JCB” or “93 × 142”'; null: none. */
  examples: string | null
}

export function DescriptionForm(props: DescriptionFormProps) {
  return <QueryForm key={props.state.query} {...props} />
}

// Keyed by the query in the hash, so that after Back the field shows the query of that entry.
function QueryForm({ state, navigate, examples }: DescriptionFormProps) {
  const [typed, setTyped] = useState(state.query)
  return (
    <form
      action="/search"
      method="get"
      className="mb-5"
      onSubmit={event => {
        event.preventDefault()
        navigate(enterQuery(state, typed))
      }}
    >
      <TextField
        id="description"
        name="query"
        label="Description or number"
        hint={examples === null ? undefined : `Such as ${examples}.`}
        error={isQueryTooLong(state.query) ? searchMessages.tooLong : null}
        width="full"
        value={typed}
        onChange={event => setTyped(event.target.value)}
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
