import { useState } from 'react'
import { TextField } from '../../ui/Field.tsx'
import { enterMachNumber, enterSerial } from './choose.ts'
import type { FinderState } from './hash.ts'
import { fieldsInRow, type MachineFormProps, ManufacturerChoice, TreeTrouble } from './MachineForm.tsx'
import { hasNumbers } from './machine-view.ts'

/** Manufacturer, then the serial or mach number from the plate: an alternative to the model. */
export function PlateForm({ makes, state, tree, go }: MachineFormProps) {
  const { make } = tree
  return (
    <div className={fieldsInRow}>
      <ManufacturerChoice {...{ makes, state, tree, go }} />
      {make && make.serial_numbers_count > 0 && (
        <NumberForm
          key={`serial ${make.slug} ${state.serial}`}
          id="serial-number"
          label="Serial number or full PIN"
          hint="All 17 characters of the plate, or the serial number alone."
          first={state.serial}
          onLookUp={typed => go(enterSerial(state, typed))}
        />
      )}
      {make?.show_mach_number && (
        <NumberForm
          key={`mach ${make.slug} ${state.machNumber}`}
          id="mach-number"
          label="Mach number"
          hint="“M/c No.” in manuals and parts books."
          first={state.machNumber}
          onLookUp={typed => go(enterMachNumber(state, typed))}
        />
      )}
      {make && !hasNumbers(make) && (
        <p className="text-steel">
          We have no numbers of {make.name} plates yet.{' '}
          <a href={machineHash(state)} className="link">
            Choose the model instead.
          </a>
        </p>
      )}
      <TreeTrouble tree={tree} state={state} />
    </div>
  )
}

interface NumberFormProps {
  id: string
  label: string
  hint: string
  first: string
  onLookUp: (typed: string) => void
}

function NumberForm({ id, label, hint, first, onLookUp }: NumberFormProps) {
  const [typed, setTyped] = useState(first)
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        onLookUp(typed)
      }}
    >
      <TextField
        id={id}
        label={label}
        hint={hint}
        width="full"
        className="font-mono"
        value={typed}
        onChange={event => setTyped(event.target.value)}
        maxLength={100}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="search"
      />
      <button type="submit" className="button mt-2 w-full">
        Look up
      </button>
    </form>
  )
}

function machineHash({ manufacturer }: FinderState): string {
  return `#make?manufacturer=${encodeURIComponent(manufacturer)}`
}
