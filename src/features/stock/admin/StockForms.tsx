import type { ReactNode } from 'react'
import { SubmitButton } from '../../../ui/Actions.tsx'
import { Card } from '../../../ui/Card.tsx'
import { TextField } from '../../../ui/forms/Field.tsx'
import { RadioField, SelectField } from '../../../ui/forms/FormFields.tsx'
import { createChoiceProps, createFieldProps } from '../../../ui/forms/field-props.ts'
import { type AdjustmentInput, type AdjustmentMode, adjustmentReasons, movementReasons } from '../stock.ts'

interface StockFormProps {
  code: string
  url: string
  /** Of what the forms were made from. */
  versions: { stock: string; storage: string }
  /** Field → message. */
  errors: Record<string, string>
  /** The result of the last form when it does not belong to a field. */
  notice: string | null
}

const hasProblem = ({ errors, notice }: StockFormProps, fields: readonly string[]): boolean =>
  notice !== null || fields.some(field => errors[field])

/** On phones and tablets behind a button, so that orders and movements follow the figures. */
function FoldedForm({
  id,
  name,
  summary,
  isOpen,
  children,
}: {
  id: string
  name: string
  summary: string
  isOpen: boolean
  children: ReactNode
}) {
  return (
    <details open={isOpen} className="open-wide no-print max-lg:open:basis-full">
      <summary className="button w-fit">{summary}</summary>
      <Card id={id} heading={name} className="max-lg:mt-2">
        {children}
      </Card>
    </details>
  )
}

export interface AdjustFormProps extends StockFormProps {
  adjustment: AdjustmentInput & { request_key: string }
}

const modeNames: Record<AdjustmentMode, string> = {
  counted: 'Counted: this many are on hand',
  change: 'Add, or take off with a minus',
}

export function AdjustForm(props: AdjustFormProps) {
  const { url, versions, adjustment, errors } = props
  const field = createFieldProps(adjustment, errors)
  return (
    <FoldedForm
      id="adjust"
      name="Adjust what is on hand"
      summary="Adjust…"
      isOpen={hasProblem(props, ['mode', 'quantity', 'reason', 'note'])}
    >
      <form method="post" action={`${url}/adjust`} noValidate className="mt-3 space-y-4">
        <input type="hidden" name="seen" value={versions.stock} />
        <input type="hidden" name="request_key" value={adjustment.request_key} />
        <RadioField
          {...createChoiceProps(adjustment, errors)('mode')}
          legend="What the number means"
          options={modeNames}
        />
        <TextField {...field('quantity')} label="Number" width="short" />
        <SelectField
          {...field('reason')}
          label="Reason"
          options={Object.fromEntries(adjustmentReasons.map(reason => [reason, movementReasons[reason]]))}
          className="max-w-[24ch]"
        />
        <TextField {...field('note')} label="Note" optional />
        <SubmitButton className="button-strong">Adjust stock</SubmitButton>
      </form>
    </FoldedForm>
  )
}

export interface StorageFormProps extends StockFormProps {
  storage: { bin: string; low_stock: string }
}

export function StorageForm(props: StorageFormProps) {
  const { url, versions, storage, errors } = props
  const field = createFieldProps(storage, errors)
  return (
    <FoldedForm
      id="storage"
      name="Bin and low-stock level"
      summary="Bin and low level…"
      isOpen={hasProblem(props, ['bin', 'low_stock'])}
    >
      <form method="post" action={`${url}/storage`} noValidate className="mt-3 space-y-4">
        <input type="hidden" name="seen" value={versions.storage} />
        <TextField
          {...field('bin')}
          label="Bin"
          optional
          hint="Where it’s kept, such as A-04-2."
          spellCheck={false}
        />
        <TextField
          {...field('low_stock')}
          label="Low-stock level"
          optional
          width="short"
          inputMode="numeric"
          hint="With fewer available, it’s on the low-stock list."
        />
        <SubmitButton>Save</SubmitButton>
      </form>
    </FoldedForm>
  )
}
