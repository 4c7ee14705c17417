interface SelectOption {
  value: string
  text: string
}

interface SelectFieldProps {
  id: string
  name?: string
  label: string
  /** The text of the empty option; while the list is disabled, what has to be chosen first. */
  placeholder: string
  value: string
  isEnabled: boolean
  onChoose: (value: string) => void
  options?: readonly SelectOption[]
  groups?: readonly { name: string; options: readonly SelectOption[] }[]
}

/** A labelled drop-down list. */
export function SelectField({
  id,
  name,
  label,
  placeholder,
  value,
  isEnabled,
  onChoose,
  options = [],
  groups = [],
}: SelectFieldProps) {
  return (
    <div>
      <label htmlFor={id} className="block font-semibold">
        {label}
      </label>
      <select
        id={id}
        name={name}
        value={value}
        disabled={!isEnabled}
        onChange={event => onChoose(event.target.value)}
        className="input mt-1 disabled:bg-sunk disabled:text-steel"
      >
        <option value="">{placeholder}</option>
        {options.map(option => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
        {groups.map(group => (
          <optgroup key={group.name} label={group.name}>
            {group.options.map(option => (
              <option key={option.value} value={option.value}>
                {option.text}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </div>
  )
}
