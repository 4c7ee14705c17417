import { formatDay, parseIsoDate } from '../../../lib/dates.ts'
import { Field } from '../../../ui/forms/Field.tsx'

interface DayChoiceProps {
  /** Every day that may be chosen, ISO dates; the earliest first. */
  days: readonly string[]
  day: string
  onChoose: (day: string) => void
}

/** The day of a named-day delivery. */
export function DayChoice({ days, day, onChoose }: DayChoiceProps) {
  return (
    <div className="mt-3 pl-9">
      <Field id="delivery-day" label="Delivery day">
        {controlProps => (
          <select
            {...controlProps}
            className="input max-w-[36ch]"
            value={day}
            onChange={event => onChoose(event.target.value)}
          >
            {days.flatMap(date => {
              const parsed = parseIsoDate(date)
              return parsed ? (
                <option key={date} value={date}>
                  {formatDay(parsed)}
                </option>
              ) : (
                []
              )
            })}
          </select>
        )}
      </Field>
    </div>
  )
}
