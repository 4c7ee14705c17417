/** A message for the next page (R-CALL-9). */
export interface Flash {
  /** 'newsletter': what is left to do, shown with the message about the subscription (R-NEWSLETTER-3). */
  kind: 'success' | 'danger' | 'info' | 'newsletter'
  text: string
}
