export {
  allocatableLinesSql,
  listPiecesToSend,
  movementOrderSql,
  shortLinesSql,
  shortProductsSql,
} from './allocation/queries.ts'
export { announceDelay, checkPromise } from './despatch/delay.server.ts'
export { announceCollection, changeParcel, despatchParcel } from './despatch/despatch.server.ts'
export {
  findSentParcel,
  lastCarrierSql,
  listOlderOrders,
  listOpenLines,
  orderParcels,
  withParcels,
} from './despatch/queries.ts'
export { countPieces, planWithdrawal, withdrawPieces } from './despatch/withdrawal.server.ts'
