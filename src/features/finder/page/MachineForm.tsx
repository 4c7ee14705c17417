import { chooseManufacturer, chooseModel, chooseVariant } from '../hash/choose.ts'
import type { FinderState } from '../hash/hash.ts'
import { filtersPath, toMakeUrl } from '../machines/machine.ts'
import type { MakeChoice } from '../machines/make-choice.ts'
import type { Manufacturer } from '../schemas.ts'
import type { Tree } from './useChoices.tsx'

export interface MachineFormProps {
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
        groups={(tree.make?.model_types ?? []).map(({ name, models }) => ({
          name,
          options: models.map(({ slug, name: text }) => ({ value: slug, text })),
        }))}
      />
      <SelectField
        id="variant-choice"
        label="Variant"
        placeholder={model ? 'Select variant' : 'Choose a model first'}
        value={state.variant}
        isEnabled={model !== undefined}
        onChoose={variant => navigate(chooseVariant(state, variant))}
        options={(model?.variants ?? []).map(({ id, name }) => ({ value: String(id), text: name }))}
      />
      <noscript>
        <button type="submit" className="button w-full">
          Show models
        </button>
        <a href={filtersPath} className="link">
          All makes
        </a>
        <br />
        <a href="/search?query=" className="link">
          Filters by type and size
        </a>
      </noscript>
      <TreeStatus tree={tree} state={state} />
    </form>
  )
}

export function ManufacturerField({ makes, state, tree, navigate }: MachineFormProps) {
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
      options={options.map(({ name, slug }) => ({ value: slug, text: name }))}
    />
  )
}

export function TreeStatus({ tree, state }: Pick<MachineFormProps, 'tree' | 'state'>) {
  const { make, isLoading, hasFailed } = tree
  if (hasFailed) {
    return (
      <p role="alert" className="text-danger">
        The models could not be loaded.{' '}
        <a href={toMakeUrl(state.manufacturer)} className="link">
          See them on their own page.
        </a>
      </p>
    )
  }
  if (state.manufacturer === '' || isLoading) return null
  if (!make) return <p className="text-steel">We have no machines of that make.</p>
  return (
    <p className="text-sm">
      <a href={toMakeUrl(make.slug)} className="link">
        All {make.name} machines
      </a>
    </p>
  )
}

function findModel(make: Manufacturer | null, slug: string) {
  return make?.model_types?.flatMap(type => type.models).find(model => model.slug === slug)
}

interface SelectOption {
  value: string
  text: string
}

interface SelectFieldProps {
  id: string
  name?: string
  label: string
  /** The text of the empty option; while the list is disabled, what has to be chosen first. */
  placeholder: string
  value: string
  isEnabled: boolean
  onChoose: (value: string) => void
  options?: readonly SelectOption[]
  groups?: readonly { name: string; options: readonly SelectOption[] }[]
}

/** A labelled drop-down list. */
function SelectField({
  id,
  name,
  label,
  placeholder,
  value,
  isEnabled,
  onChoose,
  options = [],
  groups = [],
}: SelectFieldProps) {
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
        {options.map(option => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
        {groups.map(group => (
          <optgroup key={group.name} label={group.name}>
            {group.options.map(option => (
              <option key={option.value} value={option.value}>
                {option.text}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </div>
  )
}
