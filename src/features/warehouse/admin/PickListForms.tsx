import { formatCount } from '../../../lib/count.ts'
import { SubmitButton } from '../../../ui/Actions.tsx'
import { Field, FieldError, TextField } from '../../../ui/forms/Field.tsx'
import { OptionField } from '../../../ui/forms/FormFields.tsx'
import { LineNotes } from '../../basket/lines/LineNotes.tsx'
import type { BinPick } from '../picking/pick-list.ts'
import type { PickListPageProps } from './view.ts'

export function BinCard({ bin, isNext, ...props }: PickListPageProps & { bin: BinPick; isNext: boolean }) {
  const { url, errors, short } = props
  const { productId, quantity } = bin
  const error = errors[`pieces-${productId}`]
  return (
    <article
      aria-label={`${bin.code}, bin ${bin.bin || 'none'}`}
      className="card p-4 lg:grid lg:grid-cols-[minmax(0,1fr)_auto] lg:gap-8"
    >
      <BinHeading bin={bin} />
      <div className="no-print mt-3 grid gap-3 sm:flex sm:flex-wrap sm:items-start lg:mt-0">
        <form method="post" action={`${url}/pick`}>
          <HiddenFields view={props.view} bin={bin} />
          <input type="hidden" name="pieces" value="" />
          <button
            type="submit"
            className={`button min-h-14 w-full text-lg sm:min-w-40 ${isNext ? 'button-next' : 'button-strong'}`}
          >
            {`Picked ${formatCount(quantity)}`}
            <span className="sr-only"> of {bin.code}</span>
          </button>
        </form>
        <details open={short?.product === productId} className="sm:open:basis-full">
          <summary className="button min-h-14 w-full sm:w-fit">
            Not enough there…<span className="sr-only"> {bin.code}</span>
          </summary>
          <ShortForm {...props} bin={bin} error={error} />
        </details>
      </div>
    </article>
  )
}

function BinHeading({ bin: { bin, code, title, quantity, boxes } }: { bin: BinPick }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] content-start gap-x-4 lg:grid-cols-[7.5rem_minmax(0,1fr)_auto] lg:gap-x-6">
      <p className="text-2xl font-semibold wrap-anywhere lg:row-span-2">{bin || 'No bin'}</p>
      <p className="min-w-0 max-lg:col-start-1 max-lg:row-start-2">
        <span className="code block text-lg font-semibold wrap-anywhere">{code}</span>
        {title}
      </p>
      <p className="row-span-2 text-right max-lg:col-start-2 max-lg:row-start-1">
        <span className="block text-3xl font-semibold tabular-nums">{formatCount(quantity)}</span>
        <span className="note">{quantity === 1 ? 'piece' : 'pieces'}</span>
      </p>
      <ul className="mt-2 flex flex-wrap gap-x-6 gap-y-1 max-lg:col-span-2 lg:col-start-2">
        {boxes.map(box => (
          <li key={`${box.box} ${box.reference}`}>
            <span className="font-semibold">{`${formatCount(box.quantity)} into box ${box.box}`}</span>{' '}
            <span className="code note">{box.reference}</span>
            <LineNotes line={box} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function HiddenFields({ view, bin }: { view: string; bin: BinPick }) {
  return (
    <>
      <input type="hidden" name="view" value={view} />
      <input type="hidden" name="product" value={bin.productId} />
      <input type="hidden" name="expected" value={bin.quantity} />
    </>
  )
}

function ShortForm({
  url,
  view,
  short,
  bin,
  error,
}: PickListPageProps & { bin: BinPick; error: string | undefined }) {
  const typed = short?.product === bin.productId ? short : null
  const id = `pieces-${bin.productId}`
  return (
    <form
      method="post"
      action={`${url}/pick`}
      noValidate
      className="mt-3 max-w-xl rounded border border-edge p-4"
    >
      <HiddenFields view={view} bin={bin} />
      <TextField
        id={id}
        name="pieces"
        label="How many are there?"
        hint={`Of ${formatCount(bin.quantity)}. The rest becomes a back order.`}
        error={error}
        width="full"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={typed?.pieces ?? '0'}
        className="min-h-14 w-28 text-lg"
      />
      <div className="mt-3">
        <OptionField
          type="checkbox"
          name="empty"
          value="1"
          defaultChecked={typed?.empty ?? true}
          className="size-6"
        >
          The bin is empty now: correct the stock
        </OptionField>
      </div>
      <fieldset className="mt-1 flex flex-wrap gap-x-6">
        <legend className="sr-only">Why the stock is corrected</legend>
        {(['count', 'damage'] as const).map(reason => (
          <OptionField
            key={reason}
            type="radio"
            name="reason"
            value={reason}
            defaultChecked={(typed?.reason ?? 'count') === reason}
            className="size-6"
          >
            {reason === 'count' ? 'They are missing' : 'They are damaged'}
          </OptionField>
        ))}
      </fieldset>
      <SubmitButton className="button-strong mt-3 min-h-14 max-sm:w-full">Confirm these</SubmitButton>
    </form>
  )
}

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
            <SubmitButton className="button-strong min-h-14 shrink-0">Picked</SubmitButton>
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
          <OptionField
            id="leave"
            type="checkbox"
            name="leave"
            value="1"
            aria-invalid={errors.leave ? true : undefined}
            aria-describedby={errors.leave ? 'leave-error' : undefined}
            className="size-6"
          >
            {toPickCount === 1
              ? 'Leave the part that isn’t picked for another list'
              : `Leave the ${formatCount(toPickCount)} parts that aren’t picked for another list`}
          </OptionField>
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
