import type { ComponentProps, ReactNode } from 'react'

/** The head of a table that has one row of headings. */
export const TableHead = ({ className = '', children }: { className?: string; children: ReactNode }) => (
  <thead className={`note ${className}`}>
    <tr className="border-b border-edge">{children}</tr>
  </thead>
)

/** The heading of a column that sorts nothing. */
export const ColumnHeading = ({ className = '', ...heading }: ComponentProps<'th'>) => (
  <th scope="col" {...heading} className={`py-2 font-semibold ${className}`} />
)

/** Headings of columns that look alike. */
export const ColumnHeadings = ({ names, className }: { names: readonly string[]; className: string }) =>
  names.map(name => (
    <ColumnHeading key={name} className={className}>
      {name}
    </ColumnHeading>
  ))
