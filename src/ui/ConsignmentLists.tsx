import type { ReactNode } from 'react'
import { type ConsignmentPart, type ConsignmentsView, formatMoreLines } from '../lib/consignments.ts'
import { Stock } from './Stock.tsx'

/** 'In stock now', or what the view says instead, and 'Later', beside each other on wide screens. */
export function ConsignmentLists({ view }: { view: ConsignmentsView }) {
  const hasBoth = view.now.count > 0
  return (
    <div className={`grid gap-x-8 gap-y-4 ${hasBoth ? 'sm:grid-cols-2' : ''}`}>
      {hasBoth && (
        <SentList heading={<Stock kind="in" text={view.nowHeading ?? 'In stock now'} />} sent={view.now} />
      )}
      <SentList
        heading={<Stock kind="due" text={hasBoth ? 'Later' : 'Not in stock yet'} />}
        sent={view.later}
      />
    </div>
  )
}

function SentList({ heading, sent }: { heading: ReactNode; sent: ConsignmentPart }) {
  return (
    <div className="min-w-0">
      <p className="font-semibold">{heading}</p>
      <ul className="mt-1 text-sm">
        {sent.lines.map(({ code, title, quantity, arrival }) => (
          <li key={code} className="border-t border-rule py-1.5 first:border-t-0">
            <span className="flex gap-2">
              <span className="shrink-0 whitespace-nowrap">{quantity.toLocaleString('en-GB')} ×</span>
              <span className="min-w-0">
                <span className="code mr-2">{code}</span>
                <span className="wrap-anywhere">{title}</span>
                {arrival !== '' && <span className="block text-steel">{arrival}</span>}
              </span>
            </span>
          </li>
        ))}
        {formatMoreLines(sent) !== '' && <li className="py-1.5 text-steel">{formatMoreLines(sent)}</li>}
      </ul>
    </div>
  )
}
