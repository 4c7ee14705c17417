import { type SubmitEvent, useRef } from 'react'
import { ErrorSummary } from '../../../ui/forms/ErrorSummary.tsx'
import { TextField } from '../../../ui/forms/Field.tsx'
import { listsUrl } from '../list.ts'
import { saveRefusalMessages } from '../messages.ts'
import { AddLine } from './AddLine.tsx'
import { DeleteListButton } from './DeleteListButton.tsx'
import {
  addFormLine,
  addMissing,
  type NewFormLine,
  removeLine,
  setLineEntry,
  setQuantity,
} from './form-state.ts'
import { LinesTable } from './LinesTable.tsx'
import { MachineFields } from './MachineFields.tsx'
import { MachineFiltersPanel } from './MachineFiltersPanel.tsx'
import { type ListEditorProps, useListEditor } from './useListEditor.tsx'

/** Machine, name, fleet numbers and products of one list (R-LIST-1, R-LIST-2). */
export function ListEditor(props: ListEditorProps) {
  const list = useListEditor(props)
  const { id, form, errors, missing, isBusy, change } = list
  const products = useRef<HTMLHeadingElement>(null)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    void list.save()
  }

  function addSuggested(lines: NewFormLine[]) {
    change(addMissing(form, lines))
    // The pressed button disappears, so the focus moves to the heading.
    products.current?.focus()
  }

  return (
    <>
      {list.wasRestored && (
        <Notice text="Your unsaved changes are back." label="Discard them" onPress={list.discard} />
      )}
      {list.hasConflict && (
        <Notice
          text={saveRefusalMessages.changed_meanwhile}
          label="Save mine instead"
          onPress={() => list.save({ overwrite: true })}
          secondAction={{ label: 'Load theirs, discard mine', onPress: list.discard }}
        />
      )}
      <ErrorSummary errors={errors} attempt={list.attempt} />
      <form id="list-form" method="post" onSubmit={submit} noValidate className="card space-y-5 p-5 sm:p-6">
        <MachineFields {...{ form, errors, change }} tree={list.tree} />
        <TextField
          id="name"
          name="name"
          label="Name of the list"
          value={form.name}
          error={errors.name}
          autoComplete="off"
          onChange={event => change({ ...form, name: event.target.value })}
        />
        <TextField
          id="fleet_numbers"
          name="fleet_numbers"
          label="Fleet numbers"
          optional
          hint="Your own names for these machines, separated by commas: Digger 4, 12-07"
          value={form.fleetNumbers}
          error={errors.fleet_numbers}
          autoComplete="off"
          width="full"
          onChange={event => change({ ...form, fleetNumbers: event.target.value })}
        />
      </form>
      <section className="card mt-6 p-5 sm:p-6" aria-labelledby="products">
        <h2 id="products" ref={products} tabIndex={-1} className="text-lg outline-offset-4">
          Products
        </h2>
        <MachineFiltersPanel form={form} onAdd={addSuggested} />
        <LinesTable
          lines={form.lines}
          errors={errors}
          onQuantity={(key, quantity) => change(setQuantity(form, key, quantity))}
          onEntry={(key, entry) => change(setLineEntry(form, key, entry))}
          onRemove={key => change(removeLine(form, key))}
        />
        <AddLine onAdd={line => change(addFormLine(form, line))} />
      </section>
      <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3">
        <button
          type="submit"
          form="list-form"
          className={`button ${missing === '' ? 'button-next' : 'border-edge text-steel'}`}
          aria-disabled={missing !== '' || undefined}
          aria-busy={isBusy || undefined}
          aria-describedby="list-state"
        >
          {isBusy ? 'Saving…' : id === null ? 'Save' : 'Update'}
        </button>
        <p id="list-state" role="status" className="text-steel">
          {missing || (list.isChanged && id !== null ? 'Not saved yet' : '')}
        </p>
        <a href={listsUrl} className="link inline-flex min-h-11 items-center">
          All product lists
        </a>
        {id !== null && <DeleteListButton id={id} onDeleted={list.leave} />}
      </div>
    </>
  )
}

interface NoticeAction {
  label: string
  onPress: () => void
}

function Notice({
  text,
  secondAction,
  ...firstAction
}: { text: string; secondAction?: NoticeAction } & NoticeAction) {
  return (
    <div role="alert" className="card mb-6 border-l-4 border-l-amber p-4">
      <p>{text}</p>
      <p className="mt-3 flex flex-wrap gap-3">
        {[firstAction, ...(secondAction ? [secondAction] : [])].map(({ label, onPress }) => (
          <button key={label} type="button" className="button" onClick={onPress}>
            {label}
          </button>
        ))}
      </p>
    </div>
  )
}
