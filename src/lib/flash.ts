/** A message for the next page (R-CALL-9). */
export interface Flash {
  kind: 'success' | 'danger' | 'info'
  text: string
}
