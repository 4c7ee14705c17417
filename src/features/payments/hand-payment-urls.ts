/** Staff's pages of the money that they take. */
export const cashUrl = '/admin/cash'
export const proFormasUrl = '/admin/pro-formas'
export const enterPaymentUrl = '/admin/payments/new'

export const toEnterPaymentUrl = (reference: string): string => `${enterPaymentUrl}?order=${reference}`
