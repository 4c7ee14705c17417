import type { ReactNode } from 'react'

interface SectionProps {
  /** Of the heading. */
  id: string
  heading: ReactNode
  headingClassName?: string
  className?: string
  children: ReactNode
}

/** A part of a page with its heading. */
export const Section = ({ id, heading, headingClassName = 'text-lg', className, children }: SectionProps) => (
  <section aria-labelledby={id} className={className}>
    <h2 id={id} className={headingClassName}>
      {heading}
    </h2>
    {children}
  </section>
)

/** A section in a frame. */
export const Card = ({ className, ...section }: SectionProps) => (
  <Section {...section} className={className ? `card p-5 ${className}` : 'card p-5'} />
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
