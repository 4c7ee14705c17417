import { SubmitButton } from '../../../ui/Actions.tsx'

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
        <fieldset>
          <legend className="font-semibold">Paper</legend>
          {(
            [
              ['a6', 'A6, a label on each page'],
              ['a4', 'A4, four labels on a sheet'],
            ] as const
          ).map(([value, text]) => (
            <label key={value} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                name="sheet"
                value={value}
                defaultChecked={value === 'a6'}
                className="size-5 shrink-0"
              />
              {text}
            </label>
          ))}
        </fieldset>
        {/* A browser that does not know :has() shows it for both. */}
        <div className="mt-2 group-has-[input[value=a6]:checked]:hidden">
          <label htmlFor="label-start" className="block font-semibold">
            First free label of the A4 sheet
          </label>
          <select id="label-start" name="start" className="input mt-1">
            <option value="1">1: top left</option>
            <option value="2">2: top right</option>
            <option value="3">3: bottom left</option>
            <option value="4">4: bottom right</option>
          </select>
        </div>
        <SubmitButton className="button-strong mt-4">Open labels (PDF)</SubmitButton>
      </form>
    </details>
  )
}
