import type { ReactNode } from 'react'

/** The heading of a column that sorts nothing. */
export const ColumnHeading = ({ className = '', children }: { className?: string; children: ReactNode }) => (
  <th scope="col" className={`py-2 font-semibold ${className}`}>
    {children}
  </th>
)
