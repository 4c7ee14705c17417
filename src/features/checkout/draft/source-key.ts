/** The ids of the order that a checkout was opened for; both null: the basket. */
export interface SourceIds {
  quote_id: number | null
  approval_id: number | null
}

/** Identifies what a checkout is for: '' is the basket. Drafts are kept apart by it. */
export type SourceKey = '' | `quote:${number}` | `approval:${number}`

export function toSourceKey({ quote_id, approval_id }: SourceIds): SourceKey {
  if (quote_id !== null) return `quote:${quote_id}`
  return approval_id === null ? '' : `approval:${approval_id}`
}
