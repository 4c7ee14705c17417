/** An amount that stands out, in a `<dl>`. */
export function Figure({ name, value, isBad = false }: { name: string; value: string; isBad?: boolean }) {
  return (
    <div>
      <dt className="note">{name}</dt>
      <dd className={`text-xl font-semibold tabular-nums sm:text-2xl ${isBad ? 'text-danger' : ''}`}>
        {value}
      </dd>
    </div>
  )
}
