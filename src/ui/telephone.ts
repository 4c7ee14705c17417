/** '0113 496 0000' → 'tel:01134960000'. */
export function toTelephoneUrl(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, '')}`
}
