import { Card } from '../../../ui/Card.tsx'
import { useStaffRight } from '../../back-office/AdminFrame.tsx'
import type { AdminOrderPageProps } from '../view.ts'

type ToComeView = NonNullable<AdminOrderPageProps['order']['toCome']>

export function StillToGo({ order: { toCome, despatch } }: Pick<AdminOrderPageProps, 'order'>) {
  const isForWarehouse = useStaffRight('warehouse')
  if (!toCome || (despatch && isForWarehouse)) return null
  return (
    <Card id="to-go" heading="Still to go" className="mb-6">
      <ul className="mt-1 divide-y divide-rule">
        {toCome.lines.map(line => (
          <Line key={line.position} line={line} isHeld={despatch === null} />
        ))}
      </ul>
      {toCome.more > 0 && (
        <p className="mt-2 note">{`and ${toCome.more} more ${toCome.more === 1 ? 'line' : 'lines'}`}</p>
      )}
    </Card>
  )
}

/** First what can be done about it now, or when it comes. */
function Line({
  line: { code, title, quantity, due, goods, canGo },
  isHeld,
}: {
  line: ToComeView['lines'][number]
  isHeld: boolean
}) {
  const isDueFirst = !isHeld && !canGo
  return (
    <li className="grid gap-x-6 py-3 last:pb-0 md:grid-cols-[minmax(0,1fr)_minmax(0,18rem)]">
      <p className="text-pretty wrap-anywhere">
        <span className="whitespace-nowrap">
          {`${quantity.toLocaleString('en-GB')} × `}
          <span className="code">{code}</span>
        </span>
        <span className="block">{title}</span>
      </p>
      <p className="flex flex-col text-pretty max-md:mt-1">
        {isHeld && <span className="font-semibold text-late">Held</span>}
        {!isHeld && canGo && <span className="font-semibold text-stock">{goods}</span>}
        <span
          className={`${isDueFirst ? 'font-semibold' : 'text-sm'} ${due.isLate ? 'text-late' : isDueFirst ? '' : 'text-steel'}`}
        >
          {due.text}
        </span>
        {(isHeld || !canGo) && <span className="note">{goods}</span>}
      </p>
    </li>
  )
}
