import type { ReactNode } from 'react'

interface CardProps {
  /** Of the heading. */
  id: string
  heading: ReactNode
  className?: string
  children: ReactNode
}

/** A section of a page with its heading, in a frame. */
export const Card = ({ id, heading, className, children }: CardProps) => (
  <section aria-labelledby={id} className={className ? `card p-5 ${className}` : 'card p-5'}>
    <h2 id={id} className="text-lg">
      {heading}
    </h2>
    {children}
  </section>
)

/** A page of one card, which asks one thing. */
export const NarrowCard = ({ heading, children }: { heading: ReactNode; children: ReactNode }) => (
  <div className="wrap py-8">
    <div className="card mx-auto max-w-xl p-6 sm:p-8">
      <h1 className="mb-4 text-2xl">{heading}</h1>
      {children}
    </div>
  </div>
)
