export { readAccounts } from './accounts.server.ts'
export {
  cancelCardPayment,
  enterCardPayment,
  findInvoiceToPay,
  type InvoiceToPay,
  lockInvoiceToPay,
} from './card-payments.server.ts'
export { getAccountFigures, lockCompany, updateCreditLimit } from './queries.ts'
