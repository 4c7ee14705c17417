import { isoDate, showDay } from '../shared/dates.ts'
import { Field } from '../ui/Field.tsx'

interface DayChoiceProps {
  /** Every day that may be chosen, ISO dates; the earliest first. */
  days: readonly string[]
  /** Null: the earliest. */
  day: string | null
  onChoose: (day: string) => void
}

/** The day of a named-day delivery. */
export function DayChoice({ days, day, onChoose }: DayChoiceProps) {
  return (
    <div className="mt-3 pl-9">
      <Field id="delivery-day" label="Delivery day">
        {wiring => (
          <select
            {...wiring}
            className="input max-w-[36ch]"
            value={day ?? days[0]}
            onChange={event => onChoose(event.target.value)}
          >
            {days.flatMap(date => {
              const read = isoDate(date)
              return read ? (
                <option key={date} value={date}>
                  {showDay(read)}
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
