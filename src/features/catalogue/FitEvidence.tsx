import type { ReactNode } from 'react'
import { CheckIcon } from '../../ui/Icons.tsx'
import type { Evidence, Listed } from './evidence.ts'
import type { Found } from './product-view.ts'

/** Why this part answers the number that was searched. Only a direct reference gets the tick. */
export function FitEvidence({ found: { sought, evidence } }: { found: Found }) {
  const isDirect = evidence.kind === 'direct'
  return (
    <p
      className={`mt-4 flex items-start gap-2 rounded px-4 py-3 ${isDirect ? 'bg-wash' : 'border border-l-4 border-rule border-l-late bg-surface'}`}
    >
      {isDirect && <CheckIcon className="mt-0.5 size-5 text-stock" />}
      <span>{sentence(sought, evidence)}</span>
    </p>
  )
}

/** The same in a few words, for a row: 'also replaces Donaldson P551712'. */
export function EvidenceNote({ evidence }: { evidence: Evidence }) {
  switch (evidence.kind) {
    case 'direct':
      return (
        <>
          replaces <Named of={evidence.number} />
        </>
      )
    case 'listed':
      return <>this part is listed as replacing it</>
    case 'via':
      return (
        <>
          also replaces <Named of={evidence.number} />
        </>
      )
    case 'dimensions':
      return <>same dimensions</>
  }
}

function sentence(sought: Listed, evidence: Evidence): ReactNode {
  switch (evidence.kind) {
    case 'direct':
      return (
        <>
          <strong className="font-semibold">Direct replacement</strong> for <Named of={sought} />, the number
          you searched
        </>
      )
    case 'listed':
      return (
        <>
          <Named of={sought} />, the number you searched, is listed as replacing this part; nobody lists the
          opposite. Compare the measures before you order.
        </>
      )
    case 'via':
      return (
        <>
          <strong className="font-semibold">Not a direct reference:</strong> <Named of={sought} />, the number
          you searched, and this part both replace <Named of={evidence.number} />. Compare the measures before
          you order.
        </>
      )
    case 'dimensions':
      return (
        <>
          <strong className="font-semibold">Same dimensions</strong> as <Named of={sought} />, the number you
          searched. No number connects the two: compare the rest before you order.
        </>
      )
  }
}

function Named({ of: { maker, code } }: { of: Listed }) {
  return (
    <>
      {maker} <span className="code">{code}</span>
    </>
  )
}
