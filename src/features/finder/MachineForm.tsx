import { Choice } from './Choice.tsx'
import { chooseManufacturer, chooseModel, chooseVariant } from './choose.ts'
import type { FinderState } from './hash.ts'
import { filtersPath, toMakeUrl } from './machine.ts'
import type { MakeChoice } from './make-choice.ts'
import type { Manufacturer } from './schemas.ts'
import type { Tree } from './useChoices.tsx'

export interface MachineFormProps {
  makes: MakeChoice[]
  state: FinderState
  tree: Tree
  go: (next: FinderState) => void
}

// Beside each other where there is room, below each other at the side of the results and on a phone.
export const fieldsInRow = 'grid content-start items-start gap-4 sm:max-lg:grid-cols-3'

/** Manufacturer, then model, then variant. Without a script the make leads to its own page. */
export function MachineForm({ makes, state, tree, go }: MachineFormProps) {
  const model = modelOf(tree.make, state.model)
  return (
    <form
      action={filtersPath}
      method="get"
      className={fieldsInRow}
      onSubmit={event => event.preventDefault()}
    >
      <ManufacturerChoice {...{ makes, state, tree, go }} />
      <Choice
        id="model-choice"
        label="Model"
        empty={
          tree.isLoading
            ? 'Loading…'
            : state.manufacturer === ''
              ? 'Choose a manufacturer first'
              : 'Select model'
        }
        value={model ? state.model : ''}
        isOpen={tree.make !== null}
        onChoose={slug => go(chooseModel(state, slug, modelOf(tree.make, slug)?.variants ?? []))}
        groups={(tree.make?.model_types ?? []).map(({ name, models }) => ({
          name,
          options: models.map(({ slug, name: text }) => ({ value: slug, text })),
        }))}
      />
      <Choice
        id="variant-choice"
        label="Variant"
        empty={model ? 'Select variant' : 'Choose a model first'}
        value={state.variant}
        isOpen={model !== undefined}
        onChoose={variant => go(chooseVariant(state, variant))}
        options={(model?.variants ?? []).map(({ id, name }) => ({ value: String(id), text: name }))}
      />
      <noscript>
        <button type="submit" className="button w-full">
          Show models
        </button>
        <a href={filtersPath} className="link">
          All makes
        </a>
      </noscript>
      <TreeTrouble tree={tree} state={state} />
    </form>
  )
}

export function ManufacturerChoice({ makes, state, tree, go }: MachineFormProps) {
  // The chosen one is offered even before all makes are there.
  const isOffered = tree.make === null || makes.some(({ slug }) => slug === tree.make?.slug)
  const offered = isOffered ? makes : [...makes, tree.make!]
  return (
    <Choice
      id="make-choice"
      name="make"
      label="Manufacturer"
      empty="Select manufacturer"
      value={state.manufacturer}
      isOpen
      onChoose={slug => go(chooseManufacturer(state, slug))}
      options={offered.map(({ name, slug }) => ({ value: slug, text: name }))}
    />
  )
}

export function TreeTrouble({ tree, state }: Pick<MachineFormProps, 'tree' | 'state'>) {
  const { make, isLoading, hasFailed } = tree
  if (hasFailed) {
    return (
      <p role="alert" className="text-danger">
        The models could not be loaded.{' '}
        <a href={toMakeUrl(state.manufacturer)} className="link">
          See them on a page of their own.
        </a>
      </p>
    )
  }
  if (state.manufacturer === '' || isLoading) return null
  if (!make) return <p className="text-steel">We know no machines of that make.</p>
  return (
    <p className="text-sm">
      <a href={toMakeUrl(make.slug)} className="link">
        All {make.name} machines
      </a>
    </p>
  )
}

function modelOf(make: Manufacturer | null, slug: string) {
  return make?.model_types?.flatMap(type => type.models).find(model => model.slug === slug)
}
