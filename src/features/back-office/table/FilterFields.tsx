import type { FilterOption } from './list-filter.ts'

/** Fields of `FilterForm`. `id`: of the list, such as 'order'. */

export function DayField({
  id,
  name,
  label,
  value,
}: {
  id: string
  name: string
  label: string
  value: string | null
}) {
  return (
    <div>
      <label htmlFor={id} className="block font-semibold">
        {label}
      </label>
      <input id={id} name={name} type="date" defaultValue={value ?? ''} className="input mt-1" />
    </div>
  )
}

interface ChoiceFieldProps {
  id: string
  name: string
  label: string
  value: string
  /** Besides ''. */
  options: readonly FilterOption[]
  /** What '' is called. */
  none?: string
}

export function ChoiceField({ id, name, label, value, options, none = 'Any' }: ChoiceFieldProps) {
  return (
    <div>
      <label htmlFor={`${id}-${name}`} className="block font-semibold">
        {label}
      </label>
      <select id={`${id}-${name}`} name={name} defaultValue={value} className="input mt-1">
        <option value="">{none}</option>
        {options.map(option => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
    </div>
  )
}
