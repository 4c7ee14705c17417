import { type ReactNode, useState } from 'react'
import { SubmitButton, TextLink } from '../../../ui/Actions.tsx'
import { Field } from '../../../ui/forms/Field.tsx'
import { searchMessages } from '../../search/messages.ts'
import { isQueryTooLong } from '../../search/query-length.ts'
import {
  chooseManufacturer,
  chooseModel,
  chooseVariant,
  enterMachNumber,
  enterSerial,
  type FinderState,
} from '../hash/hash.ts'
import { hasNumbers } from '../machine-pages/machine-view.ts'
import { filtersPath, type MakeChoice, toMakeUrl } from '../machines/machine.ts'
import type { Manufacturer } from '../schemas.ts'
import type { Tree } from './useFinder.tsx'

interface MachineFormProps {
  makes: MakeChoice[]
  state: FinderState
  tree: Tree
  navigate: (next: FinderState) => void
}

// In one row on tablets; stacked on phones and in the sidebar of wide screens.
const fieldGridClass = 'grid content-start items-start gap-4 sm:max-lg:grid-cols-3'

/** Manufacturer, then model, then variant. Without JavaScript the form leads to the make's page. */
export function MachineForm({ makes, state, tree, navigate }: MachineFormProps) {
  const model = findModel(tree.make, state.model)
  return (
    <form
      action={filtersPath}
      method="get"
      className={fieldGridClass}
      onSubmit={event => event.preventDefault()}
    >
      <ManufacturerField {...{ makes, state, tree, navigate }} />
      <SelectField
        id="model-choice"
        label="Model"
        placeholder={
          tree.isLoading
            ? 'Loading…'
            : state.manufacturer === ''
              ? 'Choose a manufacturer first'
              : 'Select model'
        }
        value={model ? state.model : ''}
        isEnabled={tree.make !== null}
        onChoose={slug => navigate(chooseModel(state, slug, findModel(tree.make, slug)?.variants ?? []))}
      >
        {tree.make?.model_types?.map(({ name, models }) => (
          <optgroup key={name} label={name}>
            {models.map(({ slug, name: text }) => renderOption(slug, text))}
          </optgroup>
        ))}
      </SelectField>
      <SelectField
        id="variant-choice"
        label="Variant"
        placeholder={model ? 'Select variant' : 'Choose a model first'}
        value={state.variant}
        isEnabled={model !== undefined}
        onChoose={variant => navigate(chooseVariant(state, variant))}
      >
        {model?.variants.map(({ id, name }) => renderOption(String(id), name))}
      </SelectField>
      <noscript>
        <SubmitButton className="w-full">Show models</SubmitButton>
        <TextLink href={filtersPath}>All makes</TextLink>
        <br />
        <TextLink href="/search?query=">Filters by type and size</TextLink>
      </noscript>
      <TreeStatus tree={tree} state={state} />
    </form>
  )
}

function ManufacturerField({ makes, state, tree, navigate }: MachineFormProps) {
  // A page with many makes carries only some: the chosen one is an option even before all are loaded.
  const isOffered = tree.make === null || makes.some(({ slug }) => slug === tree.make?.slug)
  const options = isOffered ? makes : [...makes, tree.make!]
  return (
    <SelectField
      id="make-choice"
      name="make"
      label="Manufacturer"
      placeholder="Select manufacturer"
      value={state.manufacturer}
      isEnabled
      onChoose={slug => navigate(chooseManufacturer(state, slug))}
    >
      {options.map(({ name, slug }) => renderOption(slug, name))}
    </SelectField>
  )
}

function TreeStatus({ tree, state }: Pick<MachineFormProps, 'tree' | 'state'>) {
  const { make, isLoading, hasFailed } = tree
  if (hasFailed) {
    return (
      <p role="alert" className="text-danger">
        The models could not be loaded.{' '}
        <TextLink href={toMakeUrl(state.manufacturer)}>See them on their own page.</TextLink>
      </p>
    )
  }
  if (state.manufacturer === '' || isLoading) return null
  if (!make) return <p className="text-steel">We have no machines of that make.</p>
  return (
    <p className="text-sm">
      <TextLink href={toMakeUrl(make.slug)}>All {make.name} machines</TextLink>
    </p>
  )
}

function findModel(make: Manufacturer | null, slug: string) {
  return make?.model_types?.flatMap(type => type.models).find(model => model.slug === slug)
}

const renderOption = (value: string, text: string) => (
  <option key={value} value={value}>
    {text}
  </option>
)

interface SelectFieldProps {
  id: string
  name?: string
  label: string
  /** The text of the empty option; while the list is disabled, what has to be chosen first. */
  placeholder: string
  value: string
  isEnabled: boolean
  onChoose: (value: string) => void
  /** Options, or groups of them. */
  children: ReactNode
}

function SelectField(props: SelectFieldProps) {
  const { id, name, label, placeholder, value, isEnabled, onChoose, children } = props
  return (
    <div>
      <label htmlFor={id} className="block font-semibold">
        {label}
      </label>
      <select
        id={id}
        name={name}
        value={value}
        disabled={!isEnabled}
        onChange={event => onChoose(event.target.value)}
        className="input mt-1 disabled:bg-sunk disabled:text-steel"
      >
        <option value="">{placeholder}</option>
        {children}
      </select>
    </div>
  )
}

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
          <TextLink href={formatMakeHash(state)}>Choose the model instead.</TextLink>
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
            <SubmitButton className="shrink-0 px-3">Look up</SubmitButton>
          </span>
        )}
      </Field>
    </form>
  )
}

function formatMakeHash({ manufacturer }: FinderState): string {
  return `#make?manufacturer=${encodeURIComponent(manufacturer)}`
}
