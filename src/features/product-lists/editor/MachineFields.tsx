import type { ReactNode } from 'react'
import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import { SelectField } from '../../../ui/forms/FormFields.tsx'
import { type Tree, useMakes } from '../../finder/page/useFinder.tsx'
import { findModel, type ListFormValues, setMake, setModel } from './form-state.ts'

interface MachineFieldsProps {
  form: ListFormValues
  tree: Tree
  errors: FieldErrors
  change: (next: ListFormValues) => void
}

const noMakes = { makes: [], isComplete: false }

/** Manufacturer, model and variant; each choice enables the next field. */
export function MachineFields({ form, tree, errors, change }: MachineFieldsProps) {
  const makes = useMakes(noMakes)
  // The chosen make is an option even before all makes are loaded.
  const isOffered = tree.make === null || makes.some(({ slug }) => slug === tree.make?.slug)
  const offered = isOffered ? makes : [...makes, tree.make!]
  const model = findModel(tree.make, form.model)
  const modelHint = form.make === '' ? 'Choose a manufacturer first' : 'Select model'
  return (
    <fieldset className="grid items-end gap-5 sm:grid-cols-3">
      <legend className="sr-only">Machine</legend>
      <Select
        id="manufacturer_id"
        label="Manufacturer"
        error={errors.manufacturer_id}
        empty="Select manufacturer"
        value={form.make}
        isOpen
        onChoose={make => change(setMake(form, make))}
      >
        {offered.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        id="machine_model_id"
        label="Model"
        error={errors.machine_model_id}
        empty={tree.isLoading ? 'Loading…' : modelHint}
        value={model ? form.model : ''}
        isOpen={tree.make !== null}
        onChoose={slug => change(setModel(form, slug, findModel(tree.make, slug)?.variants ?? []))}
      >
        {(tree.make?.model_types ?? []).map(({ name, models }) => (
          <optgroup key={name} label={name}>
            {models.map(({ slug, name: modelName }) => (
              <option key={slug} value={slug}>
                {modelName}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
      <Select
        id="model_variant_id"
        label="Variant"
        error={errors.model_variant_id}
        empty={model ? 'Select variant' : 'Choose a model first'}
        value={model ? form.variant : ''}
        isOpen={model !== undefined}
        onChoose={variant => change({ ...form, variant })}
      >
        {(model?.variants ?? []).map(({ id, name }) => (
          <option key={id} value={String(id)}>
            {name}
          </option>
        ))}
      </Select>
      {tree.hasFailed && (
        <p role="alert" className="text-danger sm:col-span-3">
          The models could not be loaded. Check the connection and choose the manufacturer again.
        </p>
      )}
    </fieldset>
  )
}

interface SelectProps {
  id: string
  label: string
  error: string | undefined
  /** The text while nothing is chosen, which also explains why the field is disabled. */
  empty: string
  value: string
  isOpen: boolean
  onChoose: (value: string) => void
  children: ReactNode
}

function Select({ id, label, error, empty, value, isOpen, onChoose, children }: SelectProps) {
  return (
    <SelectField
      id={id}
      name={id}
      label={label}
      error={error}
      value={value}
      disabled={!isOpen}
      onChange={event => onChoose(event.target.value)}
      className="disabled:bg-sunk disabled:text-steel"
    >
      <option value="">{empty}</option>
      {children}
    </SelectField>
  )
}
