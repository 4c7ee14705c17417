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
