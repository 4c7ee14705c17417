interface Option {
  value: string
  text: string
}

interface ChoiceProps {
  id: string
  name?: string
  label: string
  /** What stands there while nothing is chosen, and why nothing can be. */
  empty: string
  value: string
  isOpen: boolean
  onChoose: (value: string) => void
  options?: readonly Option[]
  groups?: readonly { name: string; options: readonly Option[] }[]
}

/** A drop-down list; while it can't be opened it says what comes first. */
export function Choice({
  id,
  name,
  label,
  empty,
  value,
  isOpen,
  onChoose,
  options = [],
  groups = [],
}: ChoiceProps) {
  return (
    <div>
      <label htmlFor={id} className="block font-semibold">
        {label}
      </label>
      <select
        id={id}
        name={name}
        value={value}
        disabled={!isOpen}
        onChange={event => onChoose(event.target.value)}
        className="input mt-1 disabled:bg-sunk disabled:text-steel"
      >
        <option value="">{empty}</option>
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
