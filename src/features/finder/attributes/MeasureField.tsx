import { type ReactNode, type SubmitEvent, useState } from 'react'
import { FieldError } from '../../../ui/forms/Field.tsx'
import { finderMessages } from '../messages.ts'
import {
  defaultTolerance,
  findThreads,
  formatSizeNumber,
  formatSizeOption,
  parseSize,
  parseSizeOption,
  parseTolerance,
  type SizeGroup,
  type SizeUnit,
} from './size.ts'

interface MeasureFieldProps {
  group: SizeGroup
  chosen: readonly string[]
  unit: SizeUnit
  /** The options of the group instead of the chosen ones. */
  onSet: (options: string[]) => void
}

const unitNames = { mm: 'millimetres', in: 'inches' }

/** A size with a tolerance: the products of that size become the chosen option of the group. */
export function SizeField({ group: { id, name }, chosen, unit, onSet }: MeasureFieldProps) {
  const size = chosen.map(parseSizeOption).find(option => option !== null) ?? null
  const start = {
    typed: size ? formatSizeNumber(size.mm, unit) : '',
    tolerance: String(size?.tolerance ?? defaultTolerance),
    error: null as string | null,
  }
  const [{ typed, tolerance: typedTolerance, error }, setEntry] = useEntry(`${unit} ${chosen.join()}`, start)
  const listed = chosen.filter(option => parseSizeOption(option) === null)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const tolerance = parseTolerance(typedTolerance)
    const next = tolerance === null ? null : parseSize(typed, unit, tolerance)
    const isEmpty = typed.trim() === ''
    const problem = tolerance === null ? finderMessages.badTolerance : finderMessages.badSize
    setEntry({ error: isEmpty || next ? null : problem })
    if (isEmpty) onSet(listed)
    else if (next) onSet([...listed, formatSizeOption(next)])
  }

  return (
    <MeasureForm
      id={id}
      name={name}
      error={error}
      onSubmit={submit}
      tolerance={
        <span className="flex items-center gap-2 note">
          <span aria-hidden="true">±</span>
          <input
            aria-label={`${name}: tolerance in millimetres`}
            inputMode="decimal"
            autoComplete="off"
            value={typedTolerance}
            onChange={event => setEntry({ tolerance: event.target.value })}
            className="input w-14 px-2 text-center text-ink"
          />
          <span aria-hidden="true">mm</span>
        </span>
      }
    >
      <input
        {...toFieldProps(id, error)}
        aria-label={`${name} in ${unitNames[unit]}`}
        inputMode="text"
        placeholder={unit}
        value={typed}
        onChange={event => setEntry({ typed: event.target.value })}
        className="input min-w-0 px-2"
      />
    </MeasureForm>
  )
}

/** A thread: the options that are it, or begin with it, become the chosen ones. */
export function ThreadField({ group: { id, name, options }, chosen, onSet }: MeasureFieldProps) {
  const start = { typed: '', error: null as string | null }
  const [{ typed, error }, setEntry] = useEntry(chosen.join(), start)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const threads = findThreads(
      typed,
      options.map(({ value }) => value),
    )
    const isEmpty = typed.trim() === ''
    setEntry({ error: isEmpty || threads.length > 0 ? null : finderMessages.unknownThread })
    if (isEmpty || threads.length > 0) onSet(threads)
  }

  return (
    <MeasureForm id={id} name={name} error={error} onSubmit={submit}>
      <input
        {...toFieldProps(id, error)}
        aria-label={`${name}, such as ${options[0]?.value ?? 'M20x1.5'}`}
        placeholder={options[0]?.value}
        value={typed}
        onChange={event => setEntry({ typed: event.target.value })}
        className="input col-span-2 px-2"
      />
    </MeasureForm>
  )
}

/** What is typed, until another choice (`key`) starts anew. The field is the same element then, so that it keeps the focus. */
function useEntry<Entry>(key: string, start: Entry): [Entry, (change: Partial<Entry>) => void] {
  const [state, setState] = useState({ key, entry: start })
  const entry = state.key === key ? state.entry : start
  return [entry, change => setState({ key, entry: { ...entry, ...change } })]
}

interface MeasureFormProps {
  id: string
  name: string
  error: string | null
  onSubmit: (event: SubmitEvent) => void
  children: ReactNode
  tolerance?: ReactNode
}

function MeasureForm({ id, name, error, onSubmit, children, tolerance }: MeasureFormProps) {
  return (
    <form
      noValidate
      onSubmit={onSubmit}
      className="grid grid-cols-[minmax(0,1fr)_auto] content-start gap-2 pb-2"
    >
      {children}
      <button type="submit" className={`button px-3 ${tolerance ? '' : 'col-span-2'}`}>
        Set<span className="sr-only"> {name}</span>
      </button>
      {tolerance}
      <div className="col-span-2 text-sm empty:hidden">
        <FieldError id={`measure-${id}-error`} text={error} />
      </div>
    </form>
  )
}

function toFieldProps(id: string, error: string | null) {
  return {
    id: `measure-${id}`,
    autoComplete: 'off',
    spellCheck: false,
    enterKeyHint: 'search' as const,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `measure-${id}-error` : undefined,
  }
}
