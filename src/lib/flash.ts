/** A message that waits for the next page (contract §2: forms answer with a redirect and a flash message). */
export interface Flash {
  kind: 'success' | 'danger' | 'info'
  text: string
}
