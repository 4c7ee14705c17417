import type { ReactNode } from 'react'

/** A page of one card, which asks one thing. */
export const NarrowCard = ({ heading, children }: { heading: ReactNode; children: ReactNode }) => (
  <div className="wrap py-8">
    <div className="card mx-auto max-w-xl p-6 sm:p-8">
      <h1 className="mb-4 text-2xl">{heading}</h1>
      {children}
    </div>
  </div>
)
