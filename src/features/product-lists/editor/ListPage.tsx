import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { ButtonLink, StandaloneLink } from '../../../ui/Actions.tsx'
import { RequestError } from '../../../ui/browser/send.ts'
import { confirm } from '../../../ui/Dialog.tsx'
import { ErrorSummary } from '../../../ui/forms/ErrorSummary.tsx'
import { TextField } from '../../../ui/forms/Field.tsx'
import { definePage } from '../../../ui/page.ts'
import { showToast } from '../../../ui/Toasts.tsx'
import { AccountFrame } from '../../accounts/AccountFrame.tsx'
import type { AccountNavigation } from '../../accounts/navigation.ts'
import { listOrderUrl, listsUrl } from '../list.ts'
import {
  deleteQuestion,
  formatAddFilters,
  formatKitName,
  listMessages,
  saveRefusalMessages,
} from '../messages.ts'
import type { MachineFilters as Filters } from '../schemas.ts'
import {
  addFormLine,
  addMissing,
  changeLine,
  type ListFormValues,
  listMissingLines,
  type NewRow,
  removeLine,
  toFormLine,
} from './form-state.ts'
import { AddLine, LinesTable } from './LinesTable.tsx'
import { MachineFields } from './MachineFields.tsx'
import { fetchMachineFilters, type ListEditorProps, sendDeleteList, useListEditor } from './useListEditor.tsx'

export interface ListPageProps extends ListEditorProps {
  navigation: AccountNavigation
}

export function ListPage({ navigation, ...list }: ListPageProps) {
  const { id, start } = list
  const action = id !== null && <ButtonLink href={listOrderUrl(id)}>Order this list</ButtonLink>
  return (
    <AccountFrame
      navigation={navigation}
      current="product-lists"
      title={id === null ? 'New product list' : start.name}
      action={action}
    >
      <noscript>
        <p className="card mb-6 border-l-4 border-l-amber p-4">
          Editing a list needs JavaScript, which is switched off in your browser. You can order from a list
          without it.
        </p>
      </noscript>
      <ListEditor {...list} />
    </AccountFrame>
  )
}

export const listPage = definePage('features/product-lists/editor/ListPage', ListPage)

/** Machine, name, fleet numbers and products of one list (R-LIST-1, R-LIST-2). */
function ListEditor(props: ListEditorProps) {
  const list = useListEditor(props)
  const { id, form, errors, missing, isBusy, change } = list
  const products = useRef<HTMLHeadingElement>(null)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    void list.save()
  }

  function addSuggested(lines: NewRow[]) {
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
          onChange={(key, rowChange) => change(changeLine(form, key, rowChange))}
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
        <StandaloneLink href={listsUrl}>All product lists</StandaloneLink>
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

/** Deletes the list after a confirmation (R-LIST-2). */
function DeleteListButton({ id, onDeleted }: { id: number; onDeleted: (url: string) => void }) {
  const [isBusy, setBusy] = useState(false)

  async function askAndDelete() {
    if (isBusy) return
    const question = { ...deleteQuestion, confirmLabel: 'Delete', cancelLabel: 'Keep it' }
    if (!(await confirm(question))) return
    setBusy(true)
    try {
      onDeleted(await sendDeleteList(id))
    } catch (error) {
      showToast({ kind: 'danger', text: error instanceof RequestError ? error.message : listMessages.failed })
    }
    setBusy(false)
  }

  return (
    <button
      type="button"
      className="needs-script button border-danger text-danger sm:ml-auto"
      aria-busy={isBusy || undefined}
      onClick={askAndDelete}
    >
      {isBusy ? 'Deleting…' : 'Delete'}
    </button>
  )
}

interface MachineFiltersPanelProps {
  form: ListFormValues
  onAdd: (lines: NewRow[]) => void
}

/** Buttons that add all filters of the chosen machine, or those of one service. */
function MachineFiltersPanel({ form, onAdd }: MachineFiltersPanelProps) {
  const machineFilters = useMachineFilters(form.variant)
  if (!machineFilters || machineFilters.filters.length === 0) return null
  const { filters } = machineFilters
  const lines = filters.map(toFormLine)
  const missing = listMissingLines(form, lines)
  if (missing.length === 0) {
    return (
      <p role="status" className="mt-2 text-steel">
        All filters of this machine are on the list.
      </p>
    )
  }
  const kits = machineFilters.kits
    .map(({ hours, product_ids }) => ({
      hours,
      lines: lines.filter(({ productId }) => product_ids.includes(productId)),
    }))
    .filter(kit => listMissingLines(form, kit.lines).length > 0 && kit.lines.length < lines.length)
  return (
    <div className="mt-3 rounded bg-sunk p-4">
      <p>This machine takes {filters.length === 1 ? 'one filter' : `${filters.length} filters`}.</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <button type="button" className="button button-strong" onClick={() => onAdd(lines)}>
          {formatAddFilters(missing.length, lines.length)}
        </button>
        {kits.map(kit => (
          <button key={kit.hours} type="button" className="button" onClick={() => onAdd(kit.lines)}>
            {formatKitName(kit.hours)} <span className="font-normal text-steel">({kit.lines.length})</span>
          </button>
        ))}
      </div>
      <p className="mt-2 note">
        Service intervals are typical: check your machine’s handbook for the right ones.
      </p>
    </div>
  )
}

/** The filters of a variant; null until they are loaded, and after a failure. */
function useMachineFilters(variant: string): Filters | null {
  const [loaded, setLoaded] = useState<{ variant: string; filters: Filters } | null>(null)
  useEffect(() => {
    if (variant === '') return
    const controller = new AbortController()
    fetchMachineFilters(variant, controller.signal).then(
      filters => setLoaded({ variant, filters }),
      () => {},
    )
    return () => controller.abort()
  }, [variant])
  return loaded?.variant === variant ? loaded.filters : null
}
