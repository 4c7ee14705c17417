import type { ReactNode } from 'react'

interface FactProps {
  name: string
  className?: string | undefined
  children: ReactNode
}

/** A name and its value, in a `<dl>`. */
export function Fact({ name, className, children }: FactProps) {
  return (
    <div className={className}>
      <dt className="note">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

export function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map(line => (
    <span key={line} className="block">
      {line}
    </span>
  ))
}
