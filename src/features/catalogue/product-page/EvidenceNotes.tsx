import type { ReactNode } from 'react'
import { CheckIcon } from '../../../ui/Icons.tsx'
import type { Evidence, MakerNumber } from './evidence.ts'
import type { SearchMatch } from './props.ts'

/** Why this product matches the searched number. Only a direct reference gets the tick. */
export function SearchEvidence({ match: { searchedNumber, evidence } }: { match: SearchMatch }) {
  const isDirect = evidence.kind === 'direct'
  return (
    <p
      className={`mt-4 flex items-start gap-2 rounded px-4 py-3 ${isDirect ? 'bg-wash' : 'border border-l-4 border-rule border-l-late bg-surface'}`}
    >
      {isDirect && <CheckIcon className="mt-0.5 size-5 text-stock" />}
      <span>{renderSentence(searchedNumber, evidence)}</span>
    </p>
  )
}

/** The same as a short phrase for a row: 'also replaces Donaldson P551712'. */
export function EvidenceNote({ evidence }: { evidence: Evidence }) {
  switch (evidence.kind) {
    case 'direct':
      return (
        <>
          replaces <NumberOfMaker of={evidence.number} />
        </>
      )
    case 'listed':
      return <>this part is listed as replacing it</>
    case 'via':
      return (
        <>
          also replaces <NumberOfMaker of={evidence.number} />
        </>
      )
    case 'dimensions':
      return <>same dimensions</>
  }
}

function renderSentence(searchedNumber: MakerNumber, evidence: Evidence): ReactNode {
  switch (evidence.kind) {
    case 'direct':
      return (
        <>
          <strong className="font-semibold">Direct replacement</strong> for{' '}
          <NumberOfMaker of={searchedNumber} />, the number you searched
        </>
      )
    case 'listed':
      return (
        <>
          <NumberOfMaker of={searchedNumber} />, the number you searched, is listed as replacing this part;
          but not the other way round. Compare the measurements before you order.
        </>
      )
    case 'via':
      return (
        <>
          <strong className="font-semibold">Not a direct reference:</strong>{' '}
          <NumberOfMaker of={searchedNumber} />, the number you searched, and this part both replace{' '}
          <NumberOfMaker of={evidence.number} />. Compare the measurements before you order.
        </>
      )
    case 'dimensions':
      return (
        <>
          <strong className="font-semibold">Same dimensions</strong> as <NumberOfMaker of={searchedNumber} />,
          the number you searched. No cross-reference links the two: compare everything else before you order.
        </>
      )
  }
}

function NumberOfMaker({ of: { maker, code } }: { of: MakerNumber }) {
  return (
    <>
      {maker} <span className="code">{code}</span>
    </>
  )
}
