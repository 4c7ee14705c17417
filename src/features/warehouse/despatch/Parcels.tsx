import { Card } from '../../../ui/Card.tsx'
import { LineNotes } from '../../basket/lines/LineNotes.tsx'
import type { NamedPieces } from '../../orders/emails/payload-parts.ts'
import type { DespatchView, ListedParcel, ListedParcels, ParcelView } from './view.ts'

/** Where the goods of an order are, for the customer: each parcel, and what is still to come. */
export function ParcelsSection({ view }: { view: DespatchView }) {
  const { parcels, toCome } = view
  return (
    <Card
      id="parcels"
      heading={parcels.length === 1 && toCome === null ? 'Your parcel' : 'Where your goods are'}
      className="mt-6"
    >
      <ul className="divide-y divide-rule">
        {parcels.map(parcel => (
          <li key={parcel.number} className="py-4 first:pt-2 last:pb-0">
            <ParcelContents parcel={parcel} />
          </li>
        ))}
        {toCome && (
          <li className="py-4 last:pb-0">
            <h3 className="font-semibold">Still to come</h3>
            <p>{toCome.note}</p>
            <PieceList lines={toCome.lines} more={toCome.more} />
          </li>
        )}
      </ul>
    </Card>
  )
}

/** What was credited before it left: '2 × FH-OIL-1'; '': nothing. */
export function NotSent({ pieces }: { pieces: string }) {
  if (pieces === '') return null
  return <p className="mt-4 border-l-4 border-late pl-3">{`Credited, so we won’t be sending: ${pieces}.`}</p>
}

/** A parcel: its day, carrier, tracking number and lines. `note`: below the heading. */
export function ParcelContents({ parcel, note }: { parcel: ParcelView; note?: string }) {
  const { heading, lines, more } = parcel
  return (
    <>
      <h3 className="font-semibold wrap-anywhere">{heading}</h3>
      {note !== undefined && <p className="note">{note}</p>}
      {parcel.carrier !== '' && (
        <p className="wrap-anywhere">
          <Tracking parcel={parcel} />
        </p>
      )}
      <PieceList lines={lines} more={more} />
    </>
  )
}

function Tracking({
  parcel: { carrier, trackingNumber, trackingUrl },
}: {
  parcel: Pick<ListedParcel, 'carrier' | 'trackingNumber' | 'trackingUrl'>
}) {
  if (trackingUrl === null)
    return trackingNumber === '' ? carrier : `${carrier}, tracking number ${trackingNumber}`
  return (
    <>
      {carrier}{' '}
      <a href={trackingUrl} className="link -my-2.5 tap-target">
        {`Track ${trackingNumber}`}
      </a>
    </>
  )
}

/** Where the parcels of an order are, in a list of orders. */
export function ParcelList({ parcels, more }: ListedParcels) {
  if (parcels.length === 0) return null
  return (
    <ul className="mt-1 text-sm">
      {more > 0 && <li className="text-steel">{`${more} earlier, then`}</li>}
      {parcels.map(parcel => (
        <li key={parcel.number} className="wrap-anywhere">
          {(parcels.length > 1 || more > 0) && `Parcel ${parcel.number}: `}
          {parcel.sent}
          {parcel.carrier !== '' && (
            <span className="block">
              <Tracking parcel={parcel} />
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

function PieceList({ lines, more }: { lines: readonly NamedPieces[]; more: number }) {
  return (
    <ul className="mt-1">
      {lines.map((line, index) => (
        // The lines of an order never change their order, and two may have the same code.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={index} className="flex gap-1.5 py-1">
          <span className="shrink-0 whitespace-nowrap">{line.quantity.toLocaleString('en-GB')} ×</span>
          <span className="min-w-0">
            <span className="code mr-2">{line.code}</span>
            <span className="wrap-anywhere">{line.title}</span>
            <LineNotes line={line} />
            {line.arrival !== '' && <span className="block text-steel">{line.arrival}</span>}
          </span>
        </li>
      ))}
      {more > 0 && <li className="py-1 text-steel">{`and ${more} more ${more === 1 ? 'line' : 'lines'}`}</li>}
    </ul>
  )
}
