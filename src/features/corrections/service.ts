export { correctOrder, type PaymentChange } from './correct-order.server.ts'
export { getCorrectionState, getGoods, listCorrectableLines } from './queries.ts'
