import { formatPounds, type Pence } from '../../lib/money.ts'

interface FigureProps {
  name: string
  value: Pence | string
  isBad?: boolean
}

/** A figure of an account. */
export const Figure = ({ name, value, isBad = false }: FigureProps) => (
  <div>
    <dt className="note">{name}</dt>
    <dd className={`text-xl font-semibold tabular-nums sm:text-2xl ${isBad ? 'text-danger' : ''}`}>
      {typeof value === 'string' ? value : formatPounds(value)}
    </dd>
  </div>
)
