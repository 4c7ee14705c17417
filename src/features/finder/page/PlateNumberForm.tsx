import { useState } from 'react'
import { Field } from '../../../ui/forms/Field.tsx'
import { searchMessages } from '../../search/messages.ts'
import { isQueryTooLong } from '../../search/query-length.ts'
import { enterMachNumber, enterSerial } from '../hash/choose.ts'
import type { FinderState } from '../hash/hash.ts'
import { hasNumbers } from '../machine-pages/machine-view.ts'
import { type MachineFormProps, ManufacturerField, TreeStatus } from './MachineForm.tsx'

interface PlateNumberFormProps extends MachineFormProps {
  isSignedIn: boolean
}

/** Manufacturer, then the serial or mach number on the machine's plate: an alternative to the model. */
export function PlateNumberForm({ makes, state, tree, navigate, isSignedIn }: PlateNumberFormProps) {
  const { make } = tree
  return (
    <div className="grid content-start items-start gap-4 sm:max-lg:grid-cols-2 sm:max-lg:items-end sm:max-lg:*:first:col-span-2">
      <ManufacturerField {...{ makes, state, tree, navigate }} />
      {make && make.serial_numbers_count > 0 && (
        <NumberForm
          key={`serial ${make.slug} ${state.serial}`}
          id="serial-number"
          label="Serial number or full PIN"
          hint={`The whole PIN, or just the serial number.${isSignedIn ? '' : ' Sign in to look up serial numbers.'}`}
          initialValue={state.serial}
          onLookUp={typed => navigate(enterSerial(state, typed))}
        />
      )}
      {make?.show_mach_number && (
        <NumberForm
          key={`mach ${make.slug} ${state.machNumber}`}
          id="mach-number"
          label="Mach number"
          hint="“M/c No.” in manuals and parts books."
          initialValue={state.machNumber}
          onLookUp={typed => navigate(enterMachNumber(state, typed))}
        />
      )}
      {make && !hasNumbers(make) && (
        <p className="text-steel">
          We have no plate numbers for {make.name} yet.{' '}
          <a href={formatMakeHash(state)} className="link">
            Choose the model instead.
          </a>
        </p>
      )}
      <TreeStatus tree={tree} state={state} />
    </div>
  )
}

interface NumberFormProps {
  id: string
  label: string
  hint: string
  initialValue: string
  onLookUp: (typed: string) => void
}

function NumberForm({ id, label, hint, initialValue: first, onLookUp }: NumberFormProps) {
  const [typed, setTyped] = useState(first)
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        onLookUp(typed)
      }}
    >
      <Field id={id} label={label} hint={hint} error={isQueryTooLong(first) ? searchMessages.tooLong : null}>
        {controlProps => (
          <span className="flex gap-2">
            <input
              {...controlProps}
              type="text"
              value={typed}
              onChange={event => setTyped(event.target.value)}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              enterKeyHint="search"
              className="input min-w-0 grow font-mono"
            />
            <button type="submit" className="button shrink-0 px-3">
              Look up
            </button>
          </span>
        )}
      </Field>
    </form>
  )
}

function formatMakeHash({ manufacturer }: FinderState): string {
  return `#make?manufacturer=${encodeURIComponent(manufacturer)}`
}
