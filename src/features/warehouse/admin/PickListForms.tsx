import { formatCount } from '../../../lib/count.ts'
import { Field, FieldError } from '../../../ui/forms/Field.tsx'
import type { PickListPageProps } from './view.ts'

/** A scanner types the number and presses Enter. */
export function ScanForm({ url, view, errors, scanned }: PickListPageProps) {
  return (
    <form method="post" action={`${url}/scan`} noValidate className="card no-print p-4">
      <input type="hidden" name="view" value={view} />
      <Field id="scan" label="Scan or type a part number" error={errors.scan}>
        {controlProps => (
          <div className="flex gap-3">
            <input
              {...controlProps}
              type="text"
              name="code"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              defaultValue={errors.scan ? scanned : ''}
              // A scanner types wherever the focus is, so the field has it when the page opens.
              // biome-ignore lint/a11y/noAutofocus: see above
              autoFocus
              className="input code min-h-14 grow text-lg"
            />
            <button type="submit" className="button button-strong min-h-14 shrink-0">
              Picked
            </button>
          </div>
        )}
      </Field>
    </form>
  )
}

/** Ends the list; parts that are not picked are left for another one, with the tick. */
export function FinishForm({ url, view, toPickCount, errors }: PickListPageProps) {
  return (
    <form method="post" action={`${url}/finish`} noValidate className="card no-print mt-6 p-4">
      <input type="hidden" name="unpicked" value={toPickCount} />
      <input type="hidden" name="view" value={view} />
      <h2 className="text-lg">Finish</h2>
      {toPickCount > 0 && (
        <div className={errors.leave ? 'border-l-4 border-danger pl-3' : undefined}>
          <FieldError id="leave-error" text={errors.leave} />
          <label htmlFor="leave" className="flex min-h-11 items-center gap-3">
            <input
              id="leave"
              type="checkbox"
              name="leave"
              value="1"
              aria-invalid={errors.leave ? true : undefined}
              aria-describedby={errors.leave ? 'leave-error' : undefined}
              className="size-6 shrink-0"
            />
            {toPickCount === 1
              ? 'Leave the part that isn’t picked for another list'
              : `Leave the ${formatCount(toPickCount)} parts that aren’t picked for another list`}
          </label>
        </div>
      )}
      <button
        type="submit"
        className={`button mt-2 min-h-14 max-sm:w-full ${toPickCount === 0 ? 'button-next' : 'button-strong'}`}
      >
        Finish list
      </button>
    </form>
  )
}
