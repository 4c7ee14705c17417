import { SubmitButton } from '../../../ui/Actions.tsx'
import { RadioField, SelectField } from '../../../ui/forms/FormFields.tsx'

interface LabelFormProps {
  action: string
  name: string
}

/** Opens the labels: on A6 pages, or on an A4 sheet whose first labels may have been used. */
export function LabelForm({ action, name }: LabelFormProps) {
  return (
    <details className="open:basis-full">
      <summary className="button sm:w-fit">{name}…</summary>
      <form
        method="get"
        action={action}
        target="_blank"
        className="group card mt-2 max-w-md p-4"
        rel="noopener"
      >
        <RadioField
          id="sheet"
          legend="Paper"
          options={{ a6: 'A6, a label on each page', a4: 'A4, four labels on a sheet' }}
          value="a6"
          error={undefined}
        />
        {/* A browser that does not know :has() shows it for both. */}
        <div className="mt-2 group-has-[input[value=a6]:checked]:hidden">
          <SelectField id="label-start" name="start" label="First free label of the A4 sheet">
            <option value="1">1: top left</option>
            <option value="2">2: top right</option>
            <option value="3">3: bottom left</option>
            <option value="4">4: bottom right</option>
          </SelectField>
        </div>
        <SubmitButton className="button-strong mt-4">Open labels (PDF)</SubmitButton>
      </form>
    </details>
  )
}
