import { Field, TextField } from '../../../ui/forms/Field.tsx'
import { RadioField } from '../../../ui/forms/RadioField.tsx'
import {
  type AdjustmentInput,
  type AdjustmentMode,
  adjustmentReasons,
  maxBinLength,
  maxNoteLength,
  movementReasons,
} from '../stock.ts'

interface StockFormProps {
  code: string
  url: string
  /** Of what the forms were made from. */
  versions: { stock: string; storage: string }
  /** Field → message. */
  errors: Record<string, string>
}

export interface AdjustFormProps extends StockFormProps {
  adjustment: AdjustmentInput & { request_key: string }
}

const modeNames: Record<AdjustmentMode, string> = {
  counted: 'Counted: this many are on hand',
  change: 'Add, or take off with a minus',
}

/** Corrects what is on hand. */
export function AdjustForm({ url, versions, adjustment, errors }: AdjustFormProps) {
  return (
    <section aria-labelledby="adjust" className="card p-5">
      <h2 id="adjust" className="text-lg">
        Adjust what is on hand
      </h2>
      <form method="post" action={`${url}/adjust`} noValidate className="mt-3 space-y-4">
        <input type="hidden" name="seen" value={versions.stock} />
        <input type="hidden" name="request_key" value={adjustment.request_key} />
        <RadioField
          id="mode"
          legend="What the number means"
          options={modeNames}
          value={adjustment.mode}
          error={errors.mode}
        />
        <TextField
          id="quantity"
          name="quantity"
          label="Number"
          width="short"
          error={errors.quantity ?? null}
          defaultValue={adjustment.quantity}
          autoComplete="off"
        />
        <Field id="reason" label="Reason" error={errors.reason ?? null}>
          {controlProps => (
            <select
              {...controlProps}
              name="reason"
              defaultValue={adjustment.reason}
              className="input max-w-[24ch]"
            >
              {adjustmentReasons.map(reason => (
                <option key={reason} value={reason}>
                  {movementReasons[reason]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <TextField
          id="note"
          name="note"
          label="Note"
          optional
          error={errors.note ?? null}
          maxLength={maxNoteLength}
          defaultValue={adjustment.note}
          autoComplete="off"
        />
        <button type="submit" className="button button-strong">
          Adjust stock
        </button>
      </form>
    </section>
  )
}

export interface StorageFormProps extends StockFormProps {
  storage: { bin: string; low_stock: string }
}

/** The part's bin, and its low-stock level. */
export function StorageForm({ url, versions, storage, errors }: StorageFormProps) {
  return (
    <section aria-labelledby="storage" className="card p-5">
      <h2 id="storage" className="text-lg">
        Bin and low-stock level
      </h2>
      <form method="post" action={`${url}/storage`} noValidate className="mt-3 space-y-4">
        <input type="hidden" name="seen" value={versions.storage} />
        <TextField
          id="bin"
          name="bin"
          label="Bin"
          optional
          hint="Where it’s kept, such as A-04-2."
          error={errors.bin ?? null}
          maxLength={maxBinLength}
          defaultValue={storage.bin}
          autoComplete="off"
          spellCheck={false}
        />
        <TextField
          id="low_stock"
          name="low_stock"
          label="Low-stock level"
          optional
          width="short"
          inputMode="numeric"
          hint="With fewer available, it’s on the low-stock list."
          error={errors.low_stock ?? null}
          defaultValue={storage.low_stock}
          autoComplete="off"
        />
        <button type="submit" className="button">
          Save
        </button>
      </form>
    </section>
  )
}
